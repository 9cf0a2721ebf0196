/** A matrix of numbers, as the page shows it. Knows nothing of drawing. */

export interface Cell {
  row: number;
  column: number;
}

export class Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float64Array;

  constructor(rows: number, columns: number, values: Float64Array) {
    if (values.length !== rows * columns) throw new Error(`${values.length} numbers are no ${rows} x ${columns}`);
    this.rows = rows;
    this.columns = columns;
    this.values = values;
  }

  /** From rows of numbers; nan and inf may be words, because JSON has none. */
  static from(cells: (number | string)[][]): Matrix {
    const columns = cells[0]?.length ?? 0;
    return new Matrix(cells.length, columns, Float64Array.from(cells.flat(), read));
  }

  at({ row, column }: Cell): number {
    return this.values[row * this.columns + column] ?? Number.NaN;
  }

  has({ row, column }: Cell): boolean {
    return row >= 0 && row < this.rows && column >= 0 && column < this.columns;
  }

  row(row: number): Float64Array {
    return this.values.subarray(row * this.columns, (row + 1) * this.columns);
  }

  column(column: number): number[] {
    return Array.from({ length: this.rows }, (_, row) => this.at({ row, column }));
  }

  /** The largest distance from 0 of what is finite; 1 where everything is 0. */
  get reach(): number {
    let most = 0;
    for (const value of this.values) if (Number.isFinite(value)) most = Math.max(most, Math.abs(value));
    return most || 1;
  }

  get hasNegative(): boolean {
    return this.values.some((value) => value < 0);
  }

  /** This less another of the same size. Where both are the same infinity or both nan, 0. */
  minus(other: Matrix): Matrix {
    const values = this.values.map((value, index) => {
      const theirs = other.values[index] ?? Number.NaN;
      return Object.is(value, theirs) || value === theirs ? 0 : value - theirs;
    });
    return new Matrix(this.rows, this.columns, values);
  }
}

function read(cell: number | string): number {
  if (typeof cell === "number") return cell;
  return cell === "inf" ? Infinity : cell === "-inf" ? -Infinity : Number.NaN;
}
