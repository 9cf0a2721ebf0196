/** The list of attempts in the workspace: any of them goes into the editor, any two are compared. */

import { notify } from "../notices";

export function startTimeline(place: HTMLElement, put: (text: string, name: string) => void): void {
  place.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    const source = form.dataset.restore;
    if (source !== undefined) {
      event.preventDefault();
      void restore(source, put);
    } else if (form.matches("[data-compare]") && chosenIn(place).length !== 2) {
      event.preventDefault();
      say(place, `Choose two: ${chosenIn(place).length || "none"} chosen so far`);
    }
  });
  place.addEventListener("change", () => {
    const chosen = chosenIn(place);
    for (const box of boxesIn(place)) box.disabled = chosen.length >= 2 && !box.checked;
    say(place, chosen.length === 2 ? "Two chosen" : chosen.length ? "One more" : "Choose any two below");
  });
}

const boxesIn = (place: HTMLElement): HTMLInputElement[] => [...place.querySelectorAll<HTMLInputElement>("input[name=with]")];
const chosenIn = (place: HTMLElement): HTMLInputElement[] => boxesIn(place).filter((box) => box.checked);

function say(place: HTMLElement, text: string): void {
  const said = place.querySelector("[data-compare-said]");
  if (said) said.textContent = text;
}

async function restore(url: string, put: (text: string, name: string) => void): Promise<void> {
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(String(response.status));
    put((await response.text()).replaceAll("\r\n", "\n"), /\d+/.exec(url)?.[0] ?? "");
  } catch {
    notify("That submission could not be fetched just now. Try again in a moment.");
  }
}
