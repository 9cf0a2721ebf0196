/** One column over the rows, drawn by Observable Plot. Loaded only when somebody asks for a column. */

import { dot, line, plot, ruleX, ruleY } from "@observablehq/plot";

import { brief } from "./numbers";

export interface Wave {
  values: number[];
  reach: number;
  low: number;
  /** 0 where the column has none. */
  wavelength: number;
  width: number;
  rowName: string;
  last: boolean;
}

const MOST_DOTS = 160;
const MARGIN = { marginLeft: 34, marginRight: 12, marginTop: 8 };

/** An SVG with the column's values, and a way to move its rule to a row. */
export function draw(wave: Wave): { svg: SVGElement; point: (row: number) => void } {
  const points = wave.values.map((value, row) => ({ row, value }));
  const curve = smooth(wave.values, wave.wavelength);
  const made = plot({
    ...MARGIN,
    width: wave.width,
    height: wave.last ? 100 : 80,
    marginBottom: wave.last ? 28 : 8,
    x: {
      domain: [0, Math.max(1, points.length - 1)],
      label: null,
      axis: wave.last ? "bottom" : null,
      tickFormat: "d",
      ticks: Math.min(8, points.length),
    },
    y: { domain: [wave.low, wave.reach], ticks: [wave.low, (wave.low + wave.reach) / 2, wave.reach], tickFormat: brief, label: null },
    marks: [
      ruleY([0], { className: "wave-zero" }),
      ...(wave.wavelength && wave.wavelength < points.length - 1
        ? [ruleX([wave.wavelength], { className: "wave-turn", strokeDasharray: "3 3" })]
        : []),
      line(curve ?? points, { x: "row", y: "value", className: "wave-line" }),
      ...(points.length <= MOST_DOTS ? [dot(points, { x: "row", y: "value", r: 2.2, className: "wave-dots" })] : []),
      ruleX([0], { className: "wave-here" }),
      dot([points[0]], { x: "row", y: "value", r: 4.5, className: "wave-now" }),
    ],
  });
  const svg = made.querySelector("svg") ?? made;
  svg.querySelector("style")?.remove(); // the page's policy allows no such element; waves.css says it all
  svg.setAttribute("aria-hidden", "true");
  const here = svg.querySelector<SVGElement>(".wave-here");
  const now = svg.querySelector<SVGElement>(".wave-now");
  const [x, y] = [made.scale("x"), made.scale("y")];
  const point = (row: number): void => {
    const across = Number(x?.apply(row)) - Number(x?.apply(0));
    const down = Number(y?.apply(wave.values[row])) - Number(y?.apply(wave.values[0]));
    here?.setAttribute("transform", `translate(${across} 0)`);
    now?.setAttribute("transform", `translate(${across} ${Number.isFinite(down) ? down : 0})`);
  };
  return { svg: svg as SVGElement, point };
}

/**
 * The sinusoid of this wavelength through all the values, drawn finely, or null where there is none: between two steps
 * a fast wave turns a long way, and straight lines would hide that.
 */
function smooth(values: number[], wavelength: number): { row: number; value: number }[] | null {
  if (!wavelength || values.length < 3 || !values.every(Number.isFinite)) return null;
  const speed = (2 * Math.PI) / wavelength;
  let [ss, sc, cc, sv, cv] = [0, 0, 0, 0, 0];
  values.forEach((value, row) => {
    const [s, c] = [Math.sin(speed * row), Math.cos(speed * row)];
    ss += s * s;
    sc += s * c;
    cc += c * c;
    sv += s * value;
    cv += c * value;
  });
  const bottom = ss * cc - sc * sc;
  if (Math.abs(bottom) < 1e-12) return null;
  const a = (sv * cc - cv * sc) / bottom;
  const b = (cv * ss - sv * sc) / bottom;
  const at = (row: number): number => a * Math.sin(speed * row) + b * Math.cos(speed * row);
  const size = Math.max(...values.map(Math.abs), 1e-9);
  if (values.some((value, row) => Math.abs(at(row) - value) > 1e-4 * size)) return null;
  const count = Math.min(4000, Math.max(values.length, Math.ceil((24 * values.length) / Math.min(wavelength, 24))));
  return Array.from({ length: count + 1 }, (_, index) => {
    const row = (index * (values.length - 1)) / count;
    return { row, value: at(row) };
  });
}
