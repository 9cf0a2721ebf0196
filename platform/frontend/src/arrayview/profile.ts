/** One row as a vector: a bar for each number, in the columns of the picture above it. */

import type { Look } from "./heatmap";
import type { Matrix } from "./matrix";
import { Surface } from "./surface";

const HEIGHT = 58;
const PAD = 5;

export class Profile {
  readonly #surface = new Surface();

  get canvas(): HTMLCanvasElement {
    return this.#surface.canvas;
  }

  draw(matrix: Matrix, look: Look, row: number, span: { left: number; width: number }): void {
    const context = this.#surface.begin(span.left + span.width + 1, HEIGHT);
    const zero = look.low < 0 ? HEIGHT / 2 : HEIGHT - PAD - 0.5; // nothing below it where nothing is negative
    const tall = zero - PAD;
    const each = span.width / matrix.columns;
    const gap = each >= 4 ? 1 : 0;
    context.fillStyle = look.inks.line;
    context.fillRect(span.left, PAD, span.width, 1);
    context.fillRect(span.left, HEIGHT - PAD - 1, span.width, 1);
    matrix.row(row).forEach((value, column) => {
      if (Number.isNaN(value)) return;
      const share = Math.max(-1, Math.min(1, value / look.reach));
      const height = share * tall;
      context.fillStyle = look.colours.css(value, look.reach);
      const left = this.#surface.snap(span.left + column * each);
      const right = this.#surface.snap(span.left + (column + 1) * each);
      context.fillRect(left, zero - Math.max(height, 0), Math.max(right - left - gap, 0.5), Math.abs(height));
    });
    context.fillStyle = look.inks.soft;
    context.fillRect(span.left, zero - 0.5, span.width, 1);
  }
}
