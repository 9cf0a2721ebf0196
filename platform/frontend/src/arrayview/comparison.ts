/** <array-comparison>: what was expected, what came, and the difference, with one cursor for all three. */

import { make } from "../dom";
import { Colours } from "./colours";
import { download, png } from "./downloads";
import { Heatmap, type Look, type Marks } from "./heatmap";
import { moved } from "./keys";
import { Legend } from "./legend";
import { type Cell, Matrix } from "./matrix";
import { compared, say } from "./numbers";
import { inksOf, onThemeChange } from "./surface";

interface Part {
  shape: number[];
  cells: (number | string)[][];
  origin: [number, number];
}

interface Facts {
  expected: Part;
  got: Part;
  first: number[] | null;
  /** What the two are, in small letters. */
  names: [string, string];
}

interface Panel {
  name: string;
  matrix: Matrix;
  origin: [number, number];
  map: Heatmap;
  legend: Legend | null;
  reach: number;
  figure: HTMLElement;
}

const HIGHEST = 260;
const LEAST = 190; // of one picture; where three have less room they stand below each other
const GAP = 20;
const DIGITS = 4;
const SPEAK_MS = 150;
const HELP = "Arrow keys move the cursor in all pictures at once; Home and End go to the first and last column.";

let count = 0;

export class ArrayComparison extends HTMLElement {
  readonly #over = new AbortController();
  #names: [string, string] = ["expected", "yours"];
  #panels: Panel[] = [];
  #first: Cell | null = null;
  #cursor: Cell = { row: 0, column: 0 };
  #hover: Cell | null = null;
  #width = 0;
  #speaking = 0;
  readonly #stage = make("div", { class: "array-stage", role: "application", tabindex: "0" });
  readonly #reading = make("p", { class: "array-reading" });
  readonly #spoken = make("p", { class: "unseen", "aria-live": "polite" });

  connectedCallback(): void {
    if (this.#panels.length) return;
    const facts = JSON.parse(this.querySelector("script")?.textContent ?? "{}") as Facts;
    if (!facts.expected?.cells.length || !facts.got?.cells.length) return;
    this.#build(facts);
    this.#listen();
    this.dataset.ready = "";
    new ResizeObserver(([entry]) => this.#resize(entry?.contentRect.width ?? 0)).observe(this);
  }

  disconnectedCallback(): void {
    this.#over.abort();
  }

  #build({ expected, got, first, names }: Facts): void {
    this.#names = names;
    const [right, wrong] = names.map(capital);
    const [theirs, yours] = [Matrix.from(expected.cells), Matrix.from(got.cells)];
    const reach = theirs.reach;
    this.#panels.push(this.#panel(right ?? "", theirs, expected.origin, reach), this.#panel(wrong ?? "", yours, got.origin, reach));
    if (theirs.rows === yours.rows && theirs.columns === yours.columns && first) {
      const difference = yours.minus(theirs);
      this.#panels.push(this.#panel("Difference", difference, expected.origin, difference.reach, true));
      const [row = 0, column = 0] = first.length > 1 ? first : [0, ...first];
      this.#first = { row: row - expected.origin[0], column: column - expected.origin[1] };
      this.#cursor = this.#first;
    }
    const shared = this.#panels[1];
    if (shared) shared.legend = this.#legendIn(shared.figure);
    const id = `comparison-${++count}`;
    const help = make("p", { class: "unseen", id }, HELP);
    this.#stage.setAttribute("aria-describedby", id);
    this.#stage.setAttribute("aria-label", this.#panels.map((panel) => panel.name).join(", "));
    this.#stage.append(...this.#panels.map((panel) => panel.figure));
    const files = make("span", { class: "downloads" }, this.#saver("CSV", () => this.#saveNumbers()), this.#saver("PNG", () => void this.#save()));
    this.append(this.#stage, make("div", { class: "array-foot" }, this.#reading, files), help, this.#spoken);
  }

  #panel(name: string, matrix: Matrix, origin: [number, number], reach: number, own = false): Panel {
    const map = new Heatmap(matrix, this.#look(reach, origin));
    const figure = make("figure", {}, make("figcaption", {}, name), map.element);
    return { name, matrix, origin, map, reach, figure, legend: own ? this.#legendIn(figure) : null };
  }

  #legendIn(figure: HTMLElement): Legend {
    const legend = new Legend();
    figure.append(legend.canvas);
    return legend;
  }

  #look(reach: number, [top, left]: [number, number]): Look {
    return {
      colours: new Colours(this),
      inks: inksOf(this),
      reach,
      low: -reach,
      digits: DIGITS,
      whole: false,
      rowLabel: (row) => String(row + top),
      columnLabel: (column) => String(column + left),
    };
  }

  #listen(): void {
    const { signal } = this.#over;
    const leave = (): void => this.#hoverAt(null);
    for (const { map } of this.#panels) {
      map.element.addEventListener("pointermove", (event) => this.#hoverAt(map.at(event)), { signal });
      map.element.addEventListener("pointerleave", leave, { signal });
    }
    this.#stage.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    this.#stage.addEventListener("focus", () => this.#mark(), { signal });
    this.#stage.addEventListener("blur", () => this.#mark(), { signal });
    onThemeChange(() => this.#draw(), signal);
  }

  #resize(width: number): void {
    const whole = Math.floor(width);
    if (!whole || whole === this.#width) return;
    this.#width = whole;
    this.#draw();
  }

  #draw(): void {
    const beside = Math.floor((this.#width - GAP * (this.#panels.length - 1)) / this.#panels.length);
    const width = beside >= LEAST ? beside : this.#width;
    for (const panel of this.#panels) panel.map.draw(this.#look(panel.reach, panel.origin), { width, height: HIGHEST });
    this.#mark();
  }

  #mark(): void {
    const focused = document.activeElement === this.#stage;
    const cursor = this.#hover ?? (focused ? this.#cursor : null);
    const marks: Marks = { row: null, bright: false, cursor, columns: [], first: this.#first };
    for (const { map, legend, matrix, reach, origin } of this.#panels) {
      map.mark(marks);
      legend?.draw(this.#look(reach, origin), cursor && matrix.at(cursor));
    }
    const shown = cursor ?? this.#first;
    this.#reading.textContent = shown ? this.#words(shown) : "";
  }

  #words(cell: Cell): string {
    const [expected, yours, difference] = this.#panels;
    const [top = 0, left = 0] = expected?.origin ?? [];
    const first = cell.row === this.#first?.row && cell.column === this.#first.column;
    const value = (panel: Panel | undefined): string =>
      panel?.matrix.has(cell) ? say(panel.matrix.at(cell), DIGITS) : "nothing";
    const words = `Row ${cell.row + top}, column ${cell.column + left}: ${this.#names[0]} ${value(expected)}, ${this.#names[1]} ${value(yours)}`;
    return `${first ? "First difference. " : ""}${words}${difference ? `, off by ${value(difference)}` : ""}`;
  }

  #hoverAt(cell: Cell | null): void {
    if (cell?.row === this.#hover?.row && cell?.column === this.#hover?.column) return;
    this.#hover = cell;
    this.#mark();
  }

  #pressed(event: KeyboardEvent): void {
    const widest = this.#panels.reduce((most, panel) => (panel.matrix.values.length > most.values.length ? panel.matrix : most), this.#panels[0]!.matrix);
    const to = moved(event, this.#cursor, widest);
    if (!to) return;
    event.preventDefault();
    this.#hover = null;
    this.#cursor = to;
    this.#mark();
    window.clearTimeout(this.#speaking);
    this.#speaking = window.setTimeout(() => (this.#spoken.textContent = this.#words(to)), SPEAK_MS);
  }

  #saver(kind: string, save: () => void): HTMLButtonElement {
    const button = make("button", { type: "button", class: "link" }, kind);
    button.addEventListener("click", save);
    return button;
  }

  #saveNumbers(): void {
    const panels = this.#panels.map(({ name, matrix, origin }) => ({ name: name.toLowerCase(), matrix, origin }));
    download("comparison.csv", new Blob([compared(panels)], { type: "text/csv" }));
  }

  async #save(): Promise<void> {
    const sheet = inksOf(this).sheet;
    download("comparison.png", await png(this.#panels.map(({ map }) => map.base), sheet));
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
