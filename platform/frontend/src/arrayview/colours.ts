/**
 * Diverging colours around 0, from three tokens of the style sheet and evenly spaced to the eye: mixed in OKLab
 * (B. Ottosson: "A perceptual color space for image processing", 2020).
 */

type Triple = [number, number, number];

const STEPS = 255; // on each side of 0
const EVEN = Math.sqrt(1.05 * 0.05) - 0.05; // the luminance on which black and white read equally well, by WCAG 2.2

export class Colours {
  /** Pixels as canvases store them, from the most negative to the most positive. */
  readonly #pixels = new Uint32Array(2 * STEPS + 1);
  readonly #missing: number;

  constructor(element: Element) {
    const style = getComputedStyle(element);
    const token = (name: string): Triple => oklab(resolved(style.getPropertyValue(name), element));
    const zero = token("--array-zero");
    const ends = [token("--array-negative"), token("--array-positive")] as const;
    for (let step = -STEPS; step <= STEPS; step++) {
      const end = step < 0 ? ends[0] : ends[1];
      const share = Math.abs(step) / STEPS;
      const mixed = zero.map((part, index) => part + share * ((end[index] ?? 0) - part)) as Triple;
      this.#pixels[step + STEPS] = pixel(rgb(mixed));
    }
    this.#missing = pixel(resolved(style.getPropertyValue("--array-missing"), element));
  }

  /** The pixel of a value; beyond `reach` it is that of the end. What is not a number has a colour of its own. */
  pixel(value: number, reach: number): number {
    return Number.isNaN(value) ? this.#missing : (this.#pixels[index(value, reach)] ?? 0);
  }

  css(value: number, reach: number): string {
    const found = this.pixel(value, reach);
    return `rgb(${found & 255} ${(found >> 8) & 255} ${(found >> 16) & 255})`;
  }

  /** Black or white, whichever reads better on the value's colour: at least 4.58 to 1, on any colour there is. */
  text(value: number, reach: number): string {
    const found = this.pixel(value, reach);
    const [red, green, blue] = [found & 255, (found >> 8) & 255, (found >> 16) & 255].map(linear) as Triple;
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue > EVEN ? "#000" : "#fff";
  }
}

function index(value: number, reach: number): number {
  const share = Math.max(-1, Math.min(1, value / reach));
  return STEPS + Math.round(STEPS * (share || 0));
}

/** A colour as the browser understands it, light-dark() included: red, green and blue from 0 to 255. */
function resolved(text: string, element: Element): Triple {
  const probe = document.createElement("i");
  probe.style.color = text;
  element.append(probe);
  const computed = getComputedStyle(probe).color;
  probe.remove();
  const parts = computed.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0];
  return [parts[0] ?? 0, parts[1] ?? 0, parts[2] ?? 0];
}

function pixel([red, green, blue]: Triple): number {
  return (255 << 24) | (Math.round(blue) << 16) | (Math.round(green) << 8) | Math.round(red);
}

/** Light, from 0 to 1, of a part of a colour from 0 to 255. */
function linear(part: number): number {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function oklab(colour: Triple): Triple {
  const [r, g, b] = colour.map(linear) as Triple;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function rgb([light, a, b]: Triple): Triple {
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const parts: Triple = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return parts.map((part) => {
    const share = part <= 0.0031308 ? 12.92 * part : 1.055 * Math.max(part, 0) ** (1 / 2.4) - 0.055;
    return 255 * Math.max(0, Math.min(1, share));
  }) as Triple;
}
