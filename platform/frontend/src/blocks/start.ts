/** The live blocks of a lesson: what listens from the start. Everything heavier is loaded when it is near. */

import { startQuestions } from "./questions";
import { startSnippets } from "./snippets";

export function startBlocks(): void {
  startQuestions();
  startSnippets();
  window.addEventListener("load", openHash); // when the tabs are there
  window.addEventListener("hashchange", openHash);
}

/** A link may lead into a panel that is not shown: open it first. */
function openHash(): void {
  const { hash } = window.location;
  const target = /^#[\w-]+$/.test(hash) ? document.querySelector(hash) : null;
  const panel = target?.closest<HTMLElement>("[role=tabpanel]");
  if (!target || !panel || panel === target) return;
  document.getElementById(panel.getAttribute("aria-labelledby") ?? "")?.click();
  target.scrollIntoView({ block: "center" });
}
