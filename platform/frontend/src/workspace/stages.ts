/** On a phone one of lesson, code and results is shown; elsewhere this changes nothing. */

export type Stage = "lesson" | "code" | "results";

export function startStages(workspace: HTMLElement, box: HTMLElement): (stage: Stage) => void {
  const buttons = [...box.querySelectorAll("button")];
  const show = (stage: string): void => {
    workspace.dataset.stage = stage;
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.value === stage));
  };
  for (const button of buttons) button.addEventListener("click", () => show(button.value));
  return show;
}
