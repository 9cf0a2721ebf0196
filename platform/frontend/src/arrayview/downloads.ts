/** Files made in the browser. */

import { make } from "../dom";

export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = make("a", { href: url, download: name });
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** What the canvases show, beside each other on the page's own colour. */
export async function png(canvases: HTMLCanvasElement[], background: string): Promise<Blob> {
  const gap = 16;
  const width = canvases.reduce((sum, canvas) => sum + canvas.width + gap, gap);
  const height = Math.max(...canvases.map((canvas) => canvas.height)) + 2 * gap;
  const whole = new OffscreenCanvas(width, height);
  const context = whole.getContext("2d");
  if (!context) throw new Error("this browser has no canvas");
  context.fillStyle = background;
  context.fillRect(0, 0, width, height);
  let at = gap;
  for (const canvas of canvases) {
    context.drawImage(canvas, at, gap);
    at += canvas.width + gap;
  }
  return whole.convertToBlob({ type: "image/png" });
}
