/** The page's own keys. They are taken before the editor sees them, so that they work everywhere alike. */

import { find } from "../dom";
import { MAC } from "../platform";

export function startKeys(keys: { run: () => void; submit: () => void; panes: HTMLElement[] }): void {
  document.addEventListener(
    "keydown",
    (event) => {
      const elsewhere = event.target instanceof Element && event.target.closest("#lesson form");
      const chord = !elsewhere && (MAC ? event.metaKey || event.ctrlKey : event.ctrlKey);
      if (chord && !event.altKey && event.key === "Enter") take(event, keys.submit);
      else if (chord && !event.altKey && (event.key === "'" || event.code === "Quote")) take(event, keys.run);
      else if (event.key === "F6") take(event, () => move(keys.panes, event.shiftKey ? -1 : 1));
    },
    { capture: true },
  );
  const chord = MAC ? "⌘" : "Ctrl ";
  find("[data-key=run]").textContent = `${chord}'`;
  find("[data-key=submit]").textContent = MAC ? "⌘↵" : "Ctrl ↵";
}

function take(event: KeyboardEvent, act: () => void): void {
  event.preventDefault();
  event.stopPropagation();
  act();
}

/** F6 goes from pane to pane, as in other instruments of many panes. */
function move(panes: HTMLElement[], by: number): void {
  const now = panes.findIndex((pane) => pane.contains(document.activeElement));
  const next = panes[(now + by + panes.length) % panes.length];
  const first = next?.querySelector<HTMLElement>("[data-editor], [role=tabpanel]:not([hidden]), [data-results]");
  first?.focus();
}
