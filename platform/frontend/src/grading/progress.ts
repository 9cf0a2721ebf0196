/** What is on its way: a stair that fills, the tests as they end, a way to call it off. Words: partials/pending.html. */

import { draw, make } from "../dom";
import { outcomeMark, outcomeName } from "./outcomes";
import type { Ended, State } from "./watch";

const STEPS = 9;
const WIDTH = 17;
const HEIGHT = 60;

export const BEGUN: State = { state: "queued", position: null, done: null, total: null };

/** Stays on the page while the state changes, so that a focused button keeps the focus. */
export class Progress {
  readonly element = make("div", { class: "pending" });
  readonly #stairs = make("div", { class: "stairs" });
  readonly #title = make("h2", { tabindex: "-1", "data-result-heading": "" });
  readonly #comfort = make("p");
  readonly #tests = make("ol", { class: "tests ended", "aria-label": "Tests that have ended" });

  constructor(cancel: (() => void) | null) {
    this.element.append(this.#stairs, this.#title, this.#comfort);
    if (cancel) {
      const button = make("button", { type: "button", class: "button", "data-cancel": "" }, "Cancel");
      button.addEventListener("click", () => {
        button.disabled = true;
        cancel();
      });
      this.element.append(button);
    }
    this.element.append(this.#tests);
    this.show(BEGUN);
  }

  show(state: State): void {
    const working = state.state === "claimed";
    this.element.dataset.pending = state.state;
    this.#stairs.replaceChildren(stairs(state.total || STEPS, working ? (state.done ?? 0) : 0, working));
    this.#title.textContent = title(state);
    this.#comfort.textContent = comfort(state);
    this.#list(state.tests ?? []);
  }

  /** Adds what is new; another attempt, after a trouble of ours, begins again. */
  #list(tests: Ended[]): void {
    if (tests.length < this.#tests.children.length) this.#tests.replaceChildren();
    this.#tests.hidden = tests.length === 0;
    this.#tests.append(...tests.slice(this.#tests.children.length).map(line));
  }
}

function line({ title, outcome }: Ended): HTMLElement {
  const name = make("div", { class: "name" }, title, make("span", { class: "tag" }, outcomeName(outcome)));
  return make("li", { class: "test", "data-outcome": outcome }, outcomeMark(outcome), name);
}

function title({ state, position, done, total }: State): string {
  if (state === "waiting") return "Waiting for the grader";
  if (state === "claimed" && total) return `Grading: test ${Math.min((done ?? 0) + 1, total)} of ${total}`;
  if (state === "claimed") return "Grading";
  if (position && position > 1) return `In the queue: ${position - 1} before you`;
  return position ? "In the queue: you are next" : "In the queue"; // until it is known
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
