/** One matrix as coloured cells, with what is pointed out in it. Draws and measures; decides nothing. */

import { make } from "../dom";
import type { Colours } from "./colours";
import type { Cell, Matrix } from "./matrix";
import { say } from "./numbers";
import { type Inks, Surface } from "./surface";

export interface Look {
  colours: Colours;
  inks: Inks;
  reach: number;
  /** Where the scale begins: -reach, or 0 where nothing is negative. */
  low: number;
  digits: number;
  whole: boolean;
  rowLabel: (row: number) => string;
  columnLabel: (column: number) => string;
}

/** What is pointed out. `bright`: every row but the spotlighted one steps back. */
export interface Marks {
  row: number | null;
  bright: boolean;
  cursor: Cell | null;
  columns: number[];
  first: Cell | null;
}

export interface Room {
  width: number;
  height: number;
}

const TOP = 18; // for the numbers of the columns
const LARGEST_CELL = { width: 64, height: 34 };
const GAP_FROM = 14; // cells this wide are set apart by a hairline
const VALUES_FROM = { width: 38, height: 18 };
const SMALL = 11;

export class Heatmap {
  readonly element: HTMLElement;
  readonly #cells = new Surface();
  readonly #marks = new Surface();
  #matrix: Matrix;
  #look: Look;
  #left = 0;
  #wide = 0;
  #high = 0;

  constructor(matrix: Matrix, look: Look) {
    this.#matrix = matrix;
    this.#look = look;
    this.element = make("div", { class: "heat" }, this.#cells.canvas, this.#marks.canvas);
  }

  /** Where the first column begins and how wide all of them are: for what is drawn below in the same columns. */
  get span(): { left: number; width: number } {
    return { left: this.#left, width: this.#wide };
  }

  get size(): Room {
    return { width: this.#left + this.#wide + 1, height: TOP + this.#high + 1 };
  }

  get base(): HTMLCanvasElement {
    return this.#cells.canvas;
  }

  /** Fit the cells into `room` and draw them. */
  draw(look: Look, room: Room): void {
    this.#look = look;
    this.#fit(room);
    const { width, height } = this.size;
    this.element.style.width = `${width}px`;
    this.element.style.height = `${height}px`;
    const context = this.#cells.begin(width, height);
    this.#paint();
    this.#hairlines(context);
    this.#numbers(context);
    this.#values(context);
  }

  /** Draw what is pointed out; cheap, so that it can follow the pointer. */
  mark(marks: Marks): void {
    const { width, height } = this.size;
    const context = this.#marks.begin(width, height);
    if (marks.row !== null && this.#matrix.has({ row: marks.row, column: 0 })) this.#spotlight(context, marks);
    for (const column of marks.columns) this.#frame(context, column);
    if (marks.first && this.#matrix.has(marks.first)) this.#ring(context, marks.first, this.#look.inks.ink, 2);
    if (marks.cursor && this.#matrix.has(marks.cursor)) this.#crosshair(context, marks.cursor);
  }

  /** The cell below a pointer, or null beside the cells. */
  at(event: MouseEvent): Cell | null {
    const box = this.element.getBoundingClientRect();
    const x = event.clientX - box.left - this.#left;
    const y = event.clientY - box.top - TOP;
    if (x < 0 || y < 0 || x >= this.#wide || y >= this.#high) return null;
    return {
      row: Math.min(this.#matrix.rows - 1, Math.floor((y * this.#matrix.rows) / this.#high)),
      column: Math.min(this.#matrix.columns - 1, Math.floor((x * this.#matrix.columns) / this.#wide)),
    };
  }

  #fit(room: Room): void {
    const { rows, columns } = this.#matrix;
    const longest = Math.max(...[0, rows - 1].map((row) => this.#look.rowLabel(row).length));
    this.#left = Math.min(110, 16 + 6.4 * longest);
    const cell = Math.min(LARGEST_CELL.width, (room.width - this.#left - 1) / columns);
    this.#wide = Math.floor(cell * columns);
    const high = Math.min(LARGEST_CELL.height, Math.max(cell, 14), (room.height - TOP) / rows);
    this.#high = Math.max(1, Math.floor(high * rows));
  }

  /** The edge before a column or a row, on a whole pixel of the device. */
  #x(column: number): number {
    return this.#cells.snap(this.#left + (column * this.#wide) / this.#matrix.columns);
  }

  #y(row: number): number {
    return this.#cells.snap(TOP + (row * this.#high) / this.#matrix.rows);
  }

  /** Every pixel of the device at once; where cells are smaller than those, the browser averages them. */
  #paint(): void {
    const { context, density } = this.#cells;
    const { rows, columns, values } = this.#matrix;
    const { colours, reach } = this.#look;
    const wide = Math.round(this.#wide * density);
    const high = Math.round(this.#high * density);
    const small = new OffscreenCanvas(columns, rows);
    const image = new ImageData(columns, rows);
    const pixels = new Uint32Array(image.data.buffer);
    for (let index = 0; index < values.length; index++) pixels[index] = colours.pixel(values[index] ?? Number.NaN, reach);
    small.getContext("2d")?.putImageData(image, 0, 0);
    context.imageSmoothingEnabled = wide < columns || high < rows;
    context.imageSmoothingQuality = "high";
    context.drawImage(small, this.#cells.snap(this.#left), TOP, wide / density, high / density);
  }

  #hairlines(context: CanvasRenderingContext2D): void {
    const { rows, columns } = this.#matrix;
    if (this.#wide / columns < GAP_FROM || this.#high / rows < GAP_FROM) return;
    context.fillStyle = this.#look.inks.sheet;
    for (let column = 1; column < columns; column++) context.fillRect(this.#x(column) - 0.5, TOP, 1, this.#high);
    for (let row = 1; row < rows; row++) context.fillRect(this.#left, this.#y(row) - 0.5, this.#wide, 1);
  }

  #numbers(context: CanvasRenderingContext2D): void {
    const { rows, columns } = this.#matrix;
    const { inks, rowLabel, columnLabel } = this.#look;
    context.font = `${SMALL}px ${inks.sans}`;
    context.fillStyle = inks.soft;
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    const widest = Math.max(columnLabel(columns - 1).length, columnLabel(0).length);
    for (const column of ticks(columns, this.#wide / columns, 10 + 6.6 * widest)) {
      context.fillText(columnLabel(column), (this.#x(column) + this.#x(column + 1)) / 2, TOP - 6);
    }
    context.textAlign = "right";
    context.textBaseline = "middle";
    for (const row of ticks(rows, this.#high / rows, 14)) {
      context.fillText(rowLabel(row), this.#left - 10, (this.#y(row) + this.#y(row + 1)) / 2 + 0.5);
    }
  }

  /** The numbers themselves, where the cells have room for them. */
  #values(context: CanvasRenderingContext2D): void {
    const { rows, columns } = this.#matrix;
    const width = this.#wide / columns;
    if (width < VALUES_FROM.width || this.#high / rows < VALUES_FROM.height) return;
    const { colours, inks, reach, whole } = this.#look;
    const room = Math.floor((width - 8) / 6.7);
    const digits = Math.max(1, Math.min(this.#look.digits, room - 3));
    context.font = `${SMALL}px ${inks.mono}`;
    context.textAlign = "center";
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const value = this.#matrix.at({ row, column });
        const text = say(value, digits, whole);
        if (text.length > room) continue;
        context.fillStyle = colours.text(value, reach);
        context.fillText(text, (this.#x(column) + this.#x(column + 1)) / 2, (this.#y(row) + this.#y(row + 1)) / 2 + 1);
      }
    }
  }

  #spotlight(context: CanvasRenderingContext2D, { row, bright }: Marks): void {
    if (row === null) return;
    const { inks } = this.#look;
    const [top, bottom] = [this.#y(row), this.#y(row + 1)];
    if (bright) {
      context.globalAlpha = 0.55;
      context.fillStyle = inks.sheet;
      context.fillRect(this.#left, TOP, this.#wide, top - TOP);
      context.fillRect(this.#left, bottom, this.#wide, TOP + this.#high - bottom);
      context.globalAlpha = 1;
    }
    context.fillStyle = inks.ink;
    const tip = (top + bottom) / 2;
    context.beginPath();
    context.moveTo(this.#left - 1, tip);
    context.lineTo(this.#left - 6, tip - 4);
    context.lineTo(this.#left - 6, tip + 4);
    context.fill();
    const thick = Math.min(2, Math.max(1, (bottom - top) / 6));
    context.fillRect(this.#left, top - thick, this.#wide, thick);
    context.fillRect(this.#left, bottom, this.#wide, thick);
  }

  /** A whole column: lines at its sides and a bar above it, which hide nothing of narrow cells. */
  #frame(context: CanvasRenderingContext2D, column: number): void {
    const { inks } = this.#look;
    const [left, right] = [this.#x(column), this.#x(column + 1)];
    context.fillStyle = inks.sheet;
    context.fillRect(left - 3, TOP, 1, this.#high);
    context.fillRect(right + 2, TOP, 1, this.#high);
    context.fillStyle = inks.spot;
    context.fillRect(left - 2, TOP, 2, this.#high);
    context.fillRect(right, TOP, 2, this.#high);
    context.fillRect(left - 2, TOP - 4, right - left + 4, 4);
    context.fillRect(left - 2, TOP + this.#high - 2, right - left + 4, 2);
  }

  #ring(context: CanvasRenderingContext2D, cell: Cell, colour: string, width: number): void {
    const [left, right] = [this.#x(cell.column), this.#x(cell.column + 1)];
    const [top, bottom] = [this.#y(cell.row), this.#y(cell.row + 1)];
    const grow = Math.max(0, (9 - Math.min(right - left, bottom - top)) / 2); // tiny cells are ringed from outside
    const box = [left - grow, top - grow, right - left + 2 * grow, bottom - top + 2 * grow] as const;
    context.strokeStyle = this.#look.inks.sheet;
    context.lineWidth = width + 2;
    context.strokeRect(...box);
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.strokeRect(...box);
  }

  #crosshair(context: CanvasRenderingContext2D, cell: Cell): void {
    context.globalAlpha = 0.5;
    context.fillStyle = this.#look.inks.ink;
    const [x, y] = [(this.#x(cell.column) + this.#x(cell.column + 1)) / 2, (this.#y(cell.row) + this.#y(cell.row + 1)) / 2];
    context.fillRect(Math.round(x) - 0.5, TOP, 1, this.#high);
    context.fillRect(this.#left, Math.round(y) - 0.5, this.#wide, 1);
    context.globalAlpha = 1;
    this.#ring(context, cell, this.#look.inks.spot, 2);
  }
}

/** Which of `count` numbers are written where each has `room` and one needs `needed`: the first, and round steps. */
export function ticks(count: number, room: number, needed: number): number[] {
  const step = [1, 2, 4, 5, 8, 10, 16, 20, 32, 50, 64, 100, 128, 200, 256, 500, 1000].find((each) => each * room >= needed);
  const every = step ?? count;
  return Array.from({ length: Math.ceil(count / every) }, (_, index) => index * every);
}
