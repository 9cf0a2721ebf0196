/** The columns that were asked for, one wave below the other. */

import { make } from "../dom";
import type { Matrix } from "./matrix";
import { steps } from "./numbers";

export const MOST_WAVES = 3;

export interface WavesOptions {
  matrix: Matrix;
  reach: number;
  low: number;
  wavelengths: number[];
  columnLabel: (column: number) => string;
  columnName: string;
  rowName: string;
  onRemove: (column: number) => void;
}

export class Waves {
  readonly element = make("div", { class: "waves" });
  readonly #options: WavesOptions;
  #points: ((row: number) => void)[] = [];
  #latest = 0;

  constructor(options: WavesOptions) {
    this.#options = options;
  }

  async draw(columns: number[], width: number, row: number): Promise<void> {
    const call = ++this.#latest;
    if (!columns.length) {
      this.element.replaceChildren();
      this.#points = [];
      return;
    }
    const { draw } = await import("./wave");
    if (call !== this.#latest) return; // asked again meanwhile
    const { matrix, reach, low, wavelengths, rowName } = this.#options;
    this.#points = [];
    const drawn = columns.map((column, index) => {
      const { svg, point } = draw({
        values: matrix.column(column),
        reach,
        low,
        wavelength: wavelengths[column] ?? 0,
        width,
        rowName,
        last: index === columns.length - 1,
      });
      this.#points.push(point);
      return make("figure", {}, this.#caption(column), svg);
    });
    this.element.replaceChildren(...drawn, make("p", { class: "axis" }, `${rowName} →`));
    this.point(row);
  }

  point(row: number): void {
    for (const point of this.#points) point(row);
  }

  #caption(column: number): HTMLElement {
    const { columnName, columnLabel, onRemove } = this.#options;
    const name = `${columnName} ${columnLabel(column)}`;
    const remove = make("button", { type: "button", class: "remove", "aria-label": `Remove the wave of ${name}` }, "×");
    remove.addEventListener("click", () => onRemove(column));
    return make("figcaption", {}, make("b", {}, name), make("span", {}, this.turn(column)), remove);
  }

  /** How long a turn is, in words, and how much of it the picture holds. */
  turn(column: number): string {
    const length = this.#options.wavelengths[column] ?? 0;
    if (!length) return "";
    const turns = (this.#options.matrix.rows - 1) / length;
    const held = turns >= 1 ? `${turns.toFixed(1)} turns here` : `${percent(turns)} of a turn here`;
    return `wavelength ${steps(length)} ${this.#options.rowName}s; ${held}`;
  }
}

function percent(share: number): string {
  return `${(100 * share).toPrecision(share < 0.01 ? 1 : 2)} %`;
}
