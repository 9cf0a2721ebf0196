/** How a test's outcome is said and drawn while the rest is still under way; the same as in macros/verdicts.html. */

import { draw, make } from "../dom";

const NAMES: Record<string, string> = {
  passed: "passed",
  failed: "wrong answer",
  error: "error",
  time_limit: "time limit",
  memory_limit: "memory limit",
  output_limit: "too much output",
  not_run: "not run",
};
const BOX = {
  viewBox: "0 0 16 16",
  width: "16",
  height: "16",
  fill: "none",
  stroke: "currentColor",
  "stroke-width": "1.75",
  "aria-hidden": "true",
};

export const outcomeName = (outcome: string): string => NAMES[outcome] ?? outcome;

export function outcomeMark(outcome: string): HTMLElement {
  const tone = outcome === "passed" ? "good" : outcome === "not_run" ? "none" : /limit/.test(outcome) ? "warn" : "bad";
  return make("span", { class: `tone-${tone}` }, draw("svg", BOX, ...shapes(outcome)));
}

function shapes(outcome: string): SVGElement[] {
  if (outcome === "not_run") return [draw("path", { d: "M3.5 8h9" })];
  if (outcome !== "passed") return [draw("circle", { cx: "8", cy: "8", r: "6.1" }), draw("path", { d: "M5.6 5.6l4.8 4.8M10.4 5.6l-4.8 4.8" })];
  const disc = draw("circle", { cx: "8", cy: "8", r: "7", fill: "currentColor", stroke: "none" });
  return [disc, draw("path", { class: "glyph-cut", d: "M4.8 8.3 7 10.5l4.3-4.8" })];
}
