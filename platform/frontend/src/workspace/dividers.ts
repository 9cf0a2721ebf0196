/** Dividers between the panes: dragged, moved by arrow keys, put back by a double click, and remembered. */

import { forget, recall, remember } from "../memory";

const STEP_PERCENT = 2;
const LEAST_PERCENT = 20;
const MOST_PERCENT = 75;

interface Divided {
  divider: HTMLElement;
  area: HTMLElement;
  property: string;
  /** The pane that the share belongs to: the one before the divider, or the one after it. */
  side: "before" | "after";
  fallback: number;
}

export function startDivider(divided: Divided): void {
  const { divider, area, property, fallback } = divided;
  const key = `divider:${property}`;
  const put = (percent: number): void => {
    const share = Math.round(Math.min(MOST_PERCENT, Math.max(LEAST_PERCENT, percent)) * 10) / 10;
    area.style.setProperty(property, `${share}%`);
    divider.setAttribute("aria-valuenow", String(Math.round(share)));
    remember(key, String(share));
  };
  const now = (): number => Number(divider.getAttribute("aria-valuenow") ?? fallback);
  divider.setAttribute("aria-valuemin", String(LEAST_PERCENT));
  divider.setAttribute("aria-valuemax", String(MOST_PERCENT));
  divider.setAttribute("aria-valuenow", String(fallback));
  const kept = Number(recall(key) ?? Number.NaN);
  if (!Number.isNaN(kept)) put(kept);

  divider.addEventListener("pointerdown", (event) => {
    divider.setPointerCapture(event.pointerId);
    divider.dataset.dragging = "";
    event.preventDefault();
  });
  divider.addEventListener("pointermove", (event) => {
    if (divider.hasPointerCapture(event.pointerId)) put(shareAt(divided, event));
  });
  divider.addEventListener("lostpointercapture", () => delete divider.dataset.dragging);
  divider.addEventListener("dblclick", () => {
    area.style.removeProperty(property);
    divider.setAttribute("aria-valuenow", String(fallback));
    forget(key);
  });
  divider.addEventListener("keydown", (event) => {
    const towards = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!towards) return;
    event.preventDefault();
    put(now() + (divided.side === "before" ? towards : -towards) * STEP_PERCENT);
  });
}

/** Whether the two panes lie side by side just now: a wide desk turns the lower divider upright. */
export function isUpright(divider: HTMLElement): boolean {
  const { width, height } = divider.getBoundingClientRect();
  return height > width;
}

function shareAt({ divider, area, side }: Divided, event: PointerEvent): number {
  const box = area.getBoundingClientRect();
  const part = isUpright(divider) ? (event.clientX - box.left) / box.width : (event.clientY - box.top) / box.height;
  return 100 * (side === "before" ? part : 1 - part);
}
