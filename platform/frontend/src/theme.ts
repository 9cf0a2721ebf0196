/** Light, dark, or as the system: the same storage key is read in the page's head before anything is painted. */

import { forget, recall, remember } from "./memory";

export function startTheme(): void {
  const box = document.querySelector("[data-theme-switch]");
  if (!box) return;
  const chosen = recall("theme") ?? "system";
  for (const input of box.querySelectorAll("input")) {
    input.checked = input.value === chosen;
    input.addEventListener("change", () => choose(input.value));
  }
}

function choose(theme: string): void {
  if (theme === "system") {
    forget("theme");
    delete document.documentElement.dataset.theme;
  } else {
    remember("theme", theme);
    document.documentElement.dataset.theme = theme;
  }
}
