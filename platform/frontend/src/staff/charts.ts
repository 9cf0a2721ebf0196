/** Charts drawn by Observable Plot from the tables beside them. Without a script the tables are there and open. */

import { axisX, axisY, barX, barY, plot, rectY, ruleX, ruleY, text } from "@observablehq/plot";

interface Row {
  name: string;
  value: number;
  /** The first day of what is counted, of a strip. */
  x: Date;
  count: number;
}

const STRIPS = 8; // pitfalls with a strip of their own; the table has all
const STRIP_HEIGHT = 64;
const BAR_HEIGHT = 26;
const COLUMNS_HEIGHT = 220;
const NARROW = 560;
const LETTERS_PX = 12; // the height of theirs: what Plot counts widths in
const DAY_MS = 86_400_000;

const drawings: Record<string, (rows: Row[], width: number) => SVGElement | HTMLElement> = { bars, columns, strips };

export function drawChart(figure: HTMLElement): void {
  const place = figure.querySelector<HTMLElement>("[data-chart-place]");
  const make = drawings[figure.dataset.chart ?? ""];
  const rows = [...figure.querySelectorAll<HTMLElement>("tbody tr")].map(read);
  if (!place || !make || !rows.length) return;
  let width = 0;
  const draw = (): void => {
    if (place.clientWidth === width || !place.clientWidth) return;
    width = place.clientWidth;
    const svg = make(rows, width);
    svg.querySelector("style")?.remove(); // the page's policy allows no such element; staff.css says it all
    svg.setAttribute("aria-hidden", "true");
    place.replaceChildren(svg);
  };
  draw();
  new ResizeObserver(draw).observe(place);
  figure.querySelector("details")?.removeAttribute("open");
}

function read(row: HTMLElement): Row {
  const { name = "", value = "0", x = "", count = "0" } = row.dataset;
  return { name, value: Number(value), x: new Date(x), count: Number(count) };
}

const percent = (value: number): string => `${Math.round(100 * value)} %`;

/** A name that is cut where there is no more room for it; the table has the whole of it. */
const fitting = (width: number) => ({ textOverflow: "ellipsis", lineWidth: width / LETTERS_PX }) as const;

/** Rates, one bar below the other, each with its name above it where there is no room beside. */
function bars(rows: Row[], width: number): SVGElement | HTMLElement {
  const narrow = width < NARROW;
  const step = narrow ? 2 * BAR_HEIGHT : BAR_HEIGHT;
  return plot({
    width,
    height: rows.length * step + 30,
    marginLeft: narrow ? 10 : Math.min(360, width / 2.2),
    marginRight: 48,
    marginTop: 4,
    marginBottom: 26,
    x: { domain: [0, 1], label: null },
    y: { domain: rows.map((row) => row.name), axis: null, padding: narrow ? 0.7 : 0.35 },
    marks: [
      axisX({ ticks: 4, tickFormat: percent, tickSize: 0 }),
      ...(narrow
        ? [text(rows, { x: 0, y: "name", text: "name", textAnchor: "start", dy: -17, ...fitting(width), className: "chart-name" })]
        : [axisY({ label: null, tickSize: 0, textOverflow: "ellipsis", lineWidth: 26 })]),
      barX(rows, { x: "value", y: "name", className: "chart-bar" }),
      text(rows, { x: "value", y: "name", text: (row: Row) => percent(row.value), textAnchor: "start", dx: 6, className: "chart-figure" }),
      ruleX([0], { className: "chart-rule" }),
    ],
  });
}

/** Counts of people, side by side. */
function columns(rows: Row[], width: number): SVGElement | HTMLElement {
  return plot({
    width,
    height: COLUMNS_HEIGHT,
    marginLeft: 4,
    marginRight: 4,
    marginTop: 20,
    marginBottom: 44,
    x: { domain: rows.map((row) => row.name), label: null, padding: 0.25 },
    y: { domain: [0, Math.max(1, ...rows.map((row) => row.value))], axis: null },
    marks: [
      axisX({ tickSize: 0, lineWidth: 5 }),
      barY(rows, { x: "name", y: "value", className: "chart-bar" }),
      text(rows, { x: "name", y: "value", text: (row: Row) => (row.value ? String(row.value) : ""), dy: -8, className: "chart-figure" }),
      ruleY([0], { className: "chart-rule" }),
    ],
  });
}

/** Shares over time, one strip for each name, the most frequent first. */
function strips(rows: Row[], width: number): SVGElement | HTMLElement {
  const totals = new Map<string, number>();
  for (const row of rows) totals.set(row.name, (totals.get(row.name) ?? 0) + row.count);
  const names = [...totals.keys()].sort((a, b) => (totals.get(b) ?? 0) - (totals.get(a) ?? 0)).slice(0, STRIPS);
  const shown = rows.filter((row) => names.includes(row.name));
  const days = [...new Set(rows.map((row) => row.x.valueOf()))].sort((a, b) => a - b);
  const apart = Math.min(7 * DAY_MS, ...days.slice(1).map((day, index) => day - (days[index] ?? 0)));
  const end = new Date((days.at(-1) ?? 0) + apart);
  const top = Math.max(...shown.map((row) => row.value));
  const first = new Date(days[0] ?? 0);
  return plot({
    width,
    height: names.length * STRIP_HEIGHT + 30,
    marginLeft: 4,
    marginRight: 48,
    marginTop: 18,
    marginBottom: 26,
    x: { type: "utc", domain: [first, end], label: null },
    y: { domain: [0, top], label: null, ticks: [0, top], tickFormat: percent },
    fy: { domain: names, axis: null, padding: 0.34 },
    marks: [
      axisX({ ticks: Math.max(2, Math.floor(width / 130)), tickSize: 0, textAnchor: "start" }),
      axisY({ anchor: "right", ticks: [0, top], tickFormat: percent, tickSize: 0 }),
      rectY(shown, {
        x1: "x",
        x2: (row: Row) => new Date(row.x.valueOf() + apart),
        y: "value",
        fy: "name",
        insetLeft: 0.5,
        insetRight: 0.5,
        className: "chart-bar",
      }),
      text(names, { x: () => first, y: () => top, fy: (name: string) => name, text: (name: string) => name, textAnchor: "start", dy: -9, ...fitting(width - 60), className: "chart-name" }),
      ruleY([0], { className: "chart-rule" }),
    ],
  });
}
