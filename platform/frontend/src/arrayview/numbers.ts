/** Numbers as words, and whole arrays as text. */

import type { Matrix } from "./matrix";

/** A few digits behind the point; powers of ten where those would show nothing or too much. */
export function say(value: number, digits: number, whole = false): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
  if (whole) return value.toFixed(0);
  const size = Math.abs(value);
  if (size >= 1e6 || (size > 0 && size < 0.5 * 10 ** -digits)) return value.toExponential(2);
  const text = value.toFixed(digits);
  return Number(text) === 0 ? text.replace("-", "") : text;
}

/** As few digits as an axis needs. */
export function brief(value: number): string {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e5 || size < 1e-3) return value.toExponential(1).replace("e+", "e");
  return String(Number(value.toPrecision(3)));
}

/** A length in steps: "6.28", "135", "9,170". */
export function steps(length: number): string {
  return length < 100 ? length.toPrecision(3) : Math.round(length).toLocaleString("en");
}

/** Comma-separated values: a line of column numbers, then each row after its own number, all digits kept. */
export function csv(matrix: Matrix, rows: number[], columns: number[]): string {
  const lines = [["", ...columns].join(",")];
  for (let row = 0; row < matrix.rows; row++) lines.push([rows[row], ...matrix.row(row)].join(","));
  return `${lines.join("\r\n")}\r\n`;
}

export interface Named {
  name: string;
  matrix: Matrix;
  /** The row and column that its first cell is. */
  origin: [number, number];
}

/** Matrices cell by cell, for a spreadsheet: a line for each row and column, a value of each, nothing where one has none. */
export function compared(all: Named[]): string {
  const lines = [["row", "column", ...all.map(({ name }) => name)].join(",")];
  const [top, left] = all[0]?.origin ?? [0, 0];
  const rows = Math.max(...all.map(({ matrix }) => matrix.rows));
  const columns = Math.max(...all.map(({ matrix }) => matrix.columns));
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const values = all.map(({ matrix }) => (matrix.has({ row, column }) ? matrix.at({ row, column }) : ""));
      lines.push([row + top, column + left, ...values].join(","));
    }
  }
  return `${lines.join("\r\n")}\r\n`;
}
