/** The stair that fills while a submission is graded; the words are those of partials/pending.html. */

import { draw, make } from "../dom";
import type { State } from "./watch";

const STEPS = 9;
const WIDTH = 17;
const HEIGHT = 60;

export function progress(state: State): HTMLElement {
  const working = state.state === "claimed";
  return make(
    "div",
    { class: "pending", "data-pending": state.state },
    stairs(state.total || STEPS, working ? (state.done ?? 0) : 0, working),
    make("h2", { tabindex: "-1", "data-result-heading": "" }, title(state)),
    make("p", {}, comfort(state)),
  );
}

function title({ state, position, done, total }: State): string {
  if (state === "waiting") return "Waiting for the grader";
  if (state === "claimed" && total) return `Grading: test ${Math.min((done ?? 0) + 1, total)} of ${total}`;
  if (state === "claimed") return "Grading";
  if (position && position > 1) return `In the queue: ${position - 1} before you`;
  return "In the queue: you are next";
}

function comfort({ state }: State): string {
  return state === "waiting"
    ? "The grader cannot be reached just now. Your code is stored and will be graded as soon as it can; there is nothing you need to do."
    : "Your code is stored. You can close this page and come back to the verdict.";
}

function stairs(total: number, done: number, working: boolean): SVGElement {
  const steps = Array.from({ length: total }, (_, step) => {
    const rise = 12 + (40 * step) / Math.max(total - 1, 1);
    const kind = step < done ? "step-done" : working && step === done ? "step-here" : "step-open";
    return draw("rect", {
      class: kind,
      x: String(step * WIDTH + 1),
      y: String(HEIGHT - 1 - rise),
      width: String(WIDTH - 3),
      height: String(rise),
    });
  });
  const width = String(total * WIDTH);
  const box = { class: "stair", viewBox: `0 0 ${width} ${HEIGHT}`, width, height: String(HEIGHT), "aria-hidden": "true" };
  return draw("svg", box, ...steps);
}
