/** Hints come one at a time, from the server, which remembers how many were opened. */

import { fromServer } from "../dom";
import { enhance } from "../enhance";
import { notify } from "../notices";

export function startHints(place: HTMLElement): void {
  place.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.matches("[data-next-hint]")) return;
    event.preventDefault();
    void next(place, form);
  });
}

async function next(place: HTMLElement, form: HTMLFormElement): Promise<void> {
  const html = await ask(form);
  if (html === null) return notify("The hint could not be fetched just now. Try again in a moment.");
  place.querySelector("[data-hints]")?.replaceWith(fromServer(html));
  enhance(place);
  [...place.querySelectorAll<HTMLElement>("[data-hints] summary")].at(-1)?.focus();
}

async function ask(form: HTMLFormElement): Promise<string | null> {
  try {
    const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const response = await fetch(form.action, { method: "POST", headers: { Accept: "application/json" }, body });
    const answer = (await response.json()) as { html?: unknown };
    return response.ok && typeof answer.html === "string" ? answer.html : null;
  } catch {
    return null;
  }
}
