/** Which colour stands for which number, with a pointer at the one that is looked at. */

import type { Look } from "./heatmap";
import { brief } from "./numbers";
import { Surface } from "./surface";

const WIDTH = 132;
const BAR = { left: 1, top: 9, height: 9 };
const HEIGHT = 34;

export class Legend {
  readonly #surface = new Surface();

  get canvas(): HTMLCanvasElement {
    return this.#surface.canvas;
  }

  draw(look: Look, value: number | null): void {
    const context = this.#surface.begin(WIDTH, HEIGHT);
    const wide = WIDTH - 2 * BAR.left;
    for (let x = 0; x < wide; x++) {
      context.fillStyle = look.colours.css(look.low + ((x + 0.5) / wide) * (look.reach - look.low), look.reach);
      context.fillRect(BAR.left + x, BAR.top, 1, BAR.height);
    }
    context.strokeStyle = look.inks.soft;
    context.lineWidth = 1;
    context.strokeRect(BAR.left - 0.5, BAR.top - 0.5, wide + 1, BAR.height + 1);
    context.font = `11px ${look.inks.sans}`;
    context.fillStyle = look.inks.soft;
    context.textBaseline = "alphabetic";
    for (const [share, align] of [[0, "left"], [0.5, "center"], [1, "right"]] as const) {
      context.textAlign = align;
      const at = BAR.left + share * wide;
      context.fillText(brief(look.low + share * (look.reach - look.low)).replace("-", "−"), at, HEIGHT - 4);
    }
    if (value === null || Number.isNaN(value)) return;
    const share = (value - look.low) / (look.reach - look.low);
    const at = BAR.left + Math.max(0, Math.min(1, share)) * wide;
    context.fillStyle = look.inks.ink;
    context.beginPath();
    context.moveTo(at, BAR.top - 1);
    context.lineTo(at - 4, BAR.top - 8);
    context.lineTo(at + 4, BAR.top - 8);
    context.fill();
  }
}
