/** The keyboard map: on `?`, wherever one does not type. */

import { MAC } from "./platform";

export function startHelp(): void {
  const map = document.querySelector<HTMLDialogElement>("[data-keyboard-map]");
  if (!map) return;
  if (MAC) for (const key of map.querySelectorAll("[data-mod]")) key.textContent = "⌘";
  const show = (): void => {
    if (!map.open) map.showModal();
  };
  for (const button of document.querySelectorAll("[data-show-map]")) button.addEventListener("click", show);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || isTyped(event.target)) return;
    event.preventDefault();
    show();
  });
  map.addEventListener("click", (event) => {
    if (event.target === map) map.close(); // beside what it holds
  });
}

function isTyped(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input:not([type=radio], [type=checkbox], [type=range]), textarea, select"));
}
