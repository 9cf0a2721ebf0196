/** Parts of a page that keep themselves up to date: what the server renders is asked for again every few seconds. */

import { fromServer } from "./dom";
import { enhance } from "./enhance";

const AGAIN_MS = 3000;

export function startLive(): void {
  for (const part of document.querySelectorAll<HTMLElement>("[data-live]")) keep(part, part.dataset.live ?? "");
}

function keep(part: HTMLElement, url: string): void {
  let shown = "";
  const look = async (): Promise<void> => {
    if (document.hidden || isInUse(part)) return;
    const html = await ask(url);
    if (html === null || html === shown || isInUse(part)) return;
    shown = html;
    const left = [...part.querySelectorAll(".ledger-scroll")].map((each) => each.scrollLeft);
    part.replaceChildren(fromServer(html));
    part.querySelectorAll(".ledger-scroll").forEach((each, number) => (each.scrollLeft = left[number] ?? 0));
    enhance(part);
  };
  window.setInterval(() => void look(), AGAIN_MS);
  document.addEventListener("visibilitychange", () => void look());
}

/** What somebody is about to press, or has selected, stays where it is. */
function isInUse(part: HTMLElement): boolean {
  const selected = window.getSelection();
  return part.contains(document.activeElement) || (!selected?.isCollapsed && part.contains(selected?.anchorNode ?? null));
}

/** Null where it is not to be had just now. */
async function ask(url: string): Promise<string | null> {
  try {
    const answer = await fetch(url, { redirect: "error" });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}
