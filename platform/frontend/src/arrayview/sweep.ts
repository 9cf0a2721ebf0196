/** Plays the rows from the first to the last. Whoever wants less motion steps through them instead. */

const TOTAL_MS = 6000;
const SLOWEST_MS = 260;

export class Sweep {
  readonly #rows: number;
  readonly #show: (row: number) => void;
  readonly #onStop: () => void;
  #frame = 0;

  constructor(rows: number, show: (row: number) => void, onStop: () => void) {
    this.#rows = rows;
    this.#show = show;
    this.#onStop = onStop;
  }

  get playing(): boolean {
    return this.#frame !== 0;
  }

  /** From `row` on, or from the first one where that is the last. */
  play(row: number): void {
    const from = row >= this.#rows - 1 ? 0 : row;
    const each_ms = Math.min(SLOWEST_MS, TOTAL_MS / this.#rows);
    const began = performance.now();
    let shown = -1;
    const step = (now: number): void => {
      const at = Math.min(this.#rows - 1, from + Math.floor(Math.max(0, now - began) / each_ms));
      if (at !== shown) this.#show(at);
      shown = at;
      if (at >= this.#rows - 1) return this.stop();
      this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  stop(): void {
    if (!this.playing) return;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#onStop();
  }
}

export const lessMotion = window.matchMedia("(prefers-reduced-motion: reduce)");
