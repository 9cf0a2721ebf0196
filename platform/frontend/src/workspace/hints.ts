/** Hints come one at a time: the next is offered when the one before was opened. Opened ones are remembered. */

import { recall, remember } from "../memory";

export function startHints(list: HTMLElement, slug: string): void {
  const items = [...list.querySelectorAll("li")];
  const key = `hints:${slug}`;
  let opened = Number(recall(key) ?? 0);
  const offer = (): void => items.forEach((item, index) => (item.hidden = index > opened));
  items.forEach((item, index) => {
    item.querySelector("details")?.addEventListener("toggle", (event) => {
      if (!(event.target as HTMLDetailsElement).open || index < opened) return;
      opened = index + 1;
      remember(key, String(opened));
      offer();
    });
  });
  offer();
  list.dataset.ready = "";
}
