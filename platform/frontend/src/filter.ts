/** The search for problems answers to a choice at once; words are sent with Enter, or with the button. */

export function startFilter(): void {
  const form = document.querySelector<HTMLFormElement>("[data-filter]");
  for (const select of form?.querySelectorAll("select") ?? []) select.addEventListener("change", () => form?.requestSubmit());
}
