/** <array-view>: a matrix as a picture to look into: rows to spotlight, columns to draw as waves, values to read. */

import { make } from "../dom";
import { download, png } from "./downloads";
import { type Facts, lookOf, matrixOf } from "./facts";
import { Heatmap, type Look } from "./heatmap";
import { moved } from "./keys";
import { Legend } from "./legend";
import type { Cell, Matrix } from "./matrix";
import { whenNear } from "./near";
import { say } from "./numbers";
import { Profile } from "./profile";
import { onThemeChange } from "./surface";
import { lessMotion, Sweep } from "./sweep";
import { MOST_WAVES, Waves } from "./waves";

const HIGHEST = 380; // of the picture, in the page's pixels
const PROFILE_FROM = 2; // rows: a single one is its own picture
const SPEAK_MS = 150;
const HELP =
  "Arrow keys move, Enter draws the column as a wave, Home and End go to the first and last column, Page Up and Page Down ten rows.";

let count = 0;

export class ArrayView extends HTMLElement {
  #parts: View | null = null;

  connectedCallback(): void {
    if (this.#parts) return;
    this.#parts = new View(this);
  }

  disconnectedCallback(): void {
    this.#parts?.end();
    this.#parts = null;
  }
}

class View {
  readonly #host: HTMLElement;
  readonly #facts: Facts;
  readonly #over = new AbortController();
  readonly #stage = make("div", { class: "array-stage", role: "application", tabindex: "0" });
  readonly #slider = make("input", { type: "range", min: "0", step: "1", value: "0" });
  readonly #play = make("button", { type: "button", class: "button" });
  readonly #here = make("output", { class: "array-here" });
  readonly #reading = make("p", { class: "array-reading" });
  readonly #spoken = make("p", { class: "unseen", "aria-live": "polite" });
  readonly #legend = new Legend();
  readonly #profile = new Profile();
  #matrix!: Matrix;
  #map!: Heatmap;
  #look!: Look;
  #waves!: Waves;
  #sweep!: Sweep;
  #row = 0;
  #bright = false;
  #hover: Cell | null = null;
  #cursor: Cell = { row: 0, column: 0 };
  #columns: number[] = [];
  #speaking = 0;
  #width = 0;

  constructor(host: HTMLElement) {
    this.#host = host;
    this.#facts = JSON.parse(host.querySelector("script")?.textContent ?? "{}") as Facts;
    whenNear(host, () => void this.#open(), this.#over.signal); // nothing is fetched or drawn before
  }

  end(): void {
    this.#sweep?.stop();
    this.#over.abort();
  }

  async #open(): Promise<void> {
    try {
      this.#matrix = await matrixOf(this.#facts);
    } catch {
      this.#host.dataset.ready = "no"; // the table is there
      return;
    }
    this.#build();
  }

  #build(): void {
    this.#look = lookOf(this.#facts, this.#matrix, this.#host);
    this.#map = new Heatmap(this.#matrix, this.#look);
    this.#waves = new Waves({
      matrix: this.#matrix,
      reach: this.#look.reach,
      low: this.#look.low,
      wavelengths: this.#facts.wavelengths,
      columnLabel: this.#look.columnLabel,
      columnName: this.#facts.columnName,
      rowName: this.#facts.rowName,
      onRemove: (column) => {
        this.#toggle(column);
        this.#stage.focus();
      },
    });
    this.#sweep = new Sweep(this.#matrix.rows, (row) => this.#show(row), () => this.#dressPlay());
    this.#assemble();
    this.#listen();
    this.#host.dataset.ready = "";
    new ResizeObserver(([entry]) => this.#resize(entry?.contentRect.width ?? 0)).observe(this.#host);
  }

  #assemble(): void {
    const id = `array-${++count}`;
    const { rowName, columnName } = this.#facts;
    const help = make("p", { class: "unseen", id: `${id}-help` }, HELP);
    this.#stage.append(this.#map.element);
    this.#stage.setAttribute("aria-describedby", help.id);
    this.#stage.setAttribute("aria-label", `Picture: a ${rowName} in each row, a ${columnName} in each column`);
    const table = this.#host.querySelector<HTMLDetailsElement>("details.array-numbers");
    if (table) table.open = false;
    const save = make("button", { type: "button", class: "link" }, "PNG");
    save.addEventListener("click", () => void this.#savePicture());
    this.#host.querySelector(".downloads")?.append(save);
    const parts: HTMLElement[] = [this.#stage];
    if (this.#matrix.rows >= PROFILE_FROM) {
      this.#slider.max = String(this.#matrix.rows - 1);
      this.#slider.setAttribute("aria-label", `Spotlight a ${rowName}`);
      const profile = make("div", { class: "array-profile" }, this.#profile.canvas);
      const controls = make("div", { class: "array-rows" }, this.#play, this.#slider, this.#here);
      parts.push(profile, controls);
      this.#dressPlay();
    }
    parts.push(make("div", { class: "array-foot" }, this.#legend.canvas, this.#reading), this.#waves.element, help, this.#spoken);
    this.#host.prepend(...parts);
  }

  #listen(): void {
    const { signal } = this.#over;
    this.#stage.addEventListener("pointermove", (event) => this.#hoverAt(this.#map.at(event)), { signal });
    this.#stage.addEventListener("pointerleave", () => this.#hoverAt(null), { signal });
    this.#stage.addEventListener("click", (event) => this.#clicked(event), { signal });
    this.#stage.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    this.#stage.addEventListener("focus", () => this.#focused(), { signal });
    this.#stage.addEventListener("blur", () => this.#mark(), { signal });
    this.#slider.addEventListener("input", () => this.#slid(), { signal });
    this.#slider.addEventListener("focus", () => this.#brighten(true), { signal });
    this.#slider.addEventListener("blur", () => this.#brighten(this.#sweep.playing), { signal });
    this.#play.addEventListener("click", () => this.#playOrStop(), { signal });
    lessMotion.addEventListener("change", () => this.#dressPlay(), { signal });
    onThemeChange(() => {
      this.#look = lookOf(this.#facts, this.#matrix, this.#host);
      this.#draw();
    }, signal);
  }

  #resize(width: number): void {
    const whole = Math.floor(width);
    if (!whole || whole === this.#width) return;
    this.#width = whole;
    this.#draw();
    void this.#waves.draw(this.#columns, this.#waveWidth, this.#row);
  }

  get #waveWidth(): number {
    return Math.min(this.#width, 640);
  }

  #draw(): void {
    this.#map.draw(this.#look, { width: this.#width, height: HIGHEST });
    this.#show(this.#row);
  }

  #show(row: number): void {
    this.#row = row;
    const label = `${this.#facts.rowName} ${this.#look.rowLabel(row)}`;
    this.#slider.value = String(row);
    this.#slider.setAttribute("aria-valuetext", label);
    this.#here.textContent = label;
    if (this.#matrix.rows >= PROFILE_FROM) this.#profile.draw(this.#matrix, this.#look, row, this.#map.span);
    this.#waves.point(row);
    this.#mark();
  }

  #mark(): void {
    const focused = document.activeElement === this.#stage;
    const cursor = this.#hover ?? (focused ? this.#cursor : null);
    this.#map.mark({
      row: this.#matrix.rows >= PROFILE_FROM ? this.#row : null,
      bright: this.#bright,
      cursor,
      columns: this.#columns,
      first: null,
    });
    this.#legend.draw(this.#look, cursor && this.#matrix.at(cursor));
    this.#reading.textContent = cursor ? this.#words(cursor) : this.#invitation;
  }

  get #invitation(): string {
    return this.#matrix.rows > 2 ? "Point at a cell to read it. Click a column to see it as a wave." : "Point at a cell to read it.";
  }

  #words(cell: Cell): string {
    const { rowName, columnName, digits, whole } = this.#facts;
    const at = `${rowName} ${this.#look.rowLabel(cell.row)}, ${columnName} ${this.#look.columnLabel(cell.column)}`;
    return `${at}: ${say(this.#matrix.at(cell), digits, whole)}`;
  }

  #hoverAt(cell: Cell | null): void {
    if (cell?.row === this.#hover?.row && cell?.column === this.#hover?.column) return;
    this.#hover = cell;
    this.#mark();
  }

  #clicked(event: MouseEvent): void {
    const cell = this.#map.at(event);
    if (!cell) return;
    this.#cursor = cell;
    this.#sweep.stop();
    this.#show(cell.row);
    this.#toggle(cell.column);
  }

  #pressed(event: KeyboardEvent): void {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#toggle(this.#cursor.column);
      this.#speak(this.#columns.includes(this.#cursor.column) ? `wave drawn; ${this.#waves.turn(this.#cursor.column)}` : "wave removed");
      return;
    }
    const to = moved(event, this.#cursor, this.#matrix);
    if (!to) return;
    event.preventDefault();
    this.#sweep.stop();
    this.#hover = null;
    this.#cursor = to;
    this.#show(to.row);
    this.#speak(this.#words(to));
  }

  #focused(): void {
    this.#cursor = { ...this.#cursor, row: this.#row };
    this.#mark();
  }

  #speak(words: string): void {
    window.clearTimeout(this.#speaking);
    this.#speaking = window.setTimeout(() => (this.#spoken.textContent = words), SPEAK_MS);
  }

  #slid(): void {
    this.#sweep.stop();
    this.#brighten(true);
    this.#show(this.#slider.valueAsNumber);
  }

  #brighten(bright: boolean): void {
    this.#bright = bright;
    this.#mark();
  }

  #toggle(column: number): void {
    if (this.#matrix.rows < 3) return;
    const kept = this.#columns.filter((each) => each !== column);
    this.#columns = kept.length < this.#columns.length ? kept : [...kept, column].slice(-MOST_WAVES);
    this.#columns.sort((one, other) => one - other);
    this.#mark();
    void this.#waves.draw(this.#columns, this.#waveWidth, this.#row);
  }

  #playOrStop(): void {
    if (lessMotion.matches) {
      this.#show((this.#row + 1) % this.#matrix.rows);
      this.#speak(this.#here.textContent ?? "");
      return;
    }
    if (this.#sweep.playing) return this.#sweep.stop();
    this.#bright = true;
    this.#sweep.play(this.#row);
    this.#dressPlay();
  }

  #dressPlay(): void {
    this.#play.textContent = lessMotion.matches ? `Next ${this.#facts.rowName}` : this.#sweep.playing ? "Stop" : "Sweep";
    if (this.#sweep.playing) return;
    this.#brighten(document.activeElement === this.#slider);
  }

  async #savePicture(): Promise<void> {
    download("array.png", await png([this.#map.base], this.#look.inks.sheet));
  }
}
