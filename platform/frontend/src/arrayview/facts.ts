/** What the page says of a matrix, where its numbers come from, and how it is to look. */

import { Colours } from "./colours";
import type { Look } from "./heatmap";
import { Matrix } from "./matrix";
import { inksOf } from "./surface";

export interface Facts {
  /** Where the numbers are; or they are here, as rows. */
  source?: string;
  cells?: (number | string)[][];
  rows: number[];
  columns: number[];
  rowName: string;
  columnName: string;
  rowLabels: string[];
  columnLabels: string[];
  wavelengths: number[];
  digits: number;
  whole: boolean;
}

/** The numbers, fetched where the page does not hold them. Rejects where they cannot be had. */
export async function matrixOf({ cells, rows, columns, source = "" }: Facts): Promise<Matrix> {
  if (cells) return Matrix.from(cells);
  const response = await fetch(source);
  if (!response.ok) throw new Error(String(response.status));
  return new Matrix(rows.length, columns.length, new Float64Array(await response.arrayBuffer()));
}

/** Colours and labels, as the page's theme has them now. */
export function lookOf(facts: Facts, matrix: Matrix, host: HTMLElement): Look {
  const { rows, columns, rowLabels, columnLabels, digits, whole } = facts;
  return {
    colours: new Colours(host),
    inks: inksOf(host),
    reach: matrix.reach,
    low: matrix.hasNegative ? -matrix.reach : 0,
    digits,
    whole,
    rowLabel: (row) => rowLabels[row] ?? String(rows[row] ?? row),
    columnLabel: (column) => columnLabels[column] ?? String(columns[column] ?? column),
  };
}
