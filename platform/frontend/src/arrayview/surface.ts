/** A canvas that is as sharp as the screen, with the type and the inks of the page. */

import { make } from "../dom";

export class Surface {
  readonly canvas = make("canvas", { "aria-hidden": "true" });
  readonly context: CanvasRenderingContext2D;
  width = 0;
  height = 0;
  /** Device pixels for each of the page's. */
  density = 1;

  constructor() {
    const context = this.canvas.getContext("2d");
    if (!context) throw new Error("this browser has no canvas");
    this.context = context;
  }

  /** Set the size, in the page's pixels, and wipe it. */
  begin(width: number, height: number): CanvasRenderingContext2D {
    this.density = window.devicePixelRatio || 1;
    const [wide, high] = [Math.round(width * this.density), Math.round(height * this.density)];
    if (this.canvas.width !== wide || this.canvas.height !== high) {
      this.canvas.width = wide;
      this.canvas.height = high;
      this.canvas.style.width = `${width}px`;
      this.canvas.style.height = `${height}px`;
    }
    [this.width, this.height] = [width, height];
    this.context.setTransform(1, 0, 0, 1, 0, 0);
    this.context.clearRect(0, 0, wide, high);
    this.context.setTransform(this.density, 0, 0, this.density, 0, 0);
    return this.context;
  }

  /** The page's pixel that is nearest to a whole one of the device. */
  snap(length: number): number {
    return Math.round(length * this.density) / this.density;
  }
}

export interface Inks {
  ink: string;
  soft: string;
  line: string;
  sheet: string;
  spot: string;
  sans: string;
  mono: string;
}

/** Colours and type of the page around an element, as canvases take them. */
export function inksOf(element: Element): Inks {
  const style = getComputedStyle(element);
  const probe = make("i");
  element.append(probe);
  const colour = (name: string): string => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const inks = {
    ink: colour("--ink"),
    soft: colour("--ink-faint"),
    line: colour("--line"),
    sheet: colour("--sheet"),
    spot: colour("--spot"),
    sans: style.getPropertyValue("--sans"),
    mono: style.getPropertyValue("--mono"),
  };
  probe.remove();
  return inks;
}

const listeners = new Set<() => void>();
let watching = false;

/** Call `changed` whenever the page's theme changes, until `signal` ends it. */
export function onThemeChange(changed: () => void, signal: AbortSignal): void {
  listeners.add(changed);
  signal.addEventListener("abort", () => listeners.delete(changed));
  if (watching) return;
  watching = true;
  const tell = (): void => {
    for (const each of listeners) each();
  };
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", tell);
  new MutationObserver(tell).observe(document.documentElement, { attributeFilter: ["data-theme"] });
}
