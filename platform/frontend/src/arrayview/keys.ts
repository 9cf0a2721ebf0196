/** Where the keys of a picture lead. */

import type { Cell, Matrix } from "./matrix";

const FAR = 10;

/** The cell that a key leads to from here, or null where the key means nothing. */
export function moved(event: KeyboardEvent, from: Cell, matrix: Matrix): Cell | null {
  if (event.altKey || event.metaKey) return null;
  const end = event.ctrlKey;
  const to = { ...from };
  switch (event.key) {
    case "ArrowUp":
      to.row -= 1;
      break;
    case "ArrowDown":
      to.row += 1;
      break;
    case "ArrowLeft":
      to.column -= 1;
      break;
    case "ArrowRight":
      to.column += 1;
      break;
    case "PageUp":
      to.row -= FAR;
      break;
    case "PageDown":
      to.row += FAR;
      break;
    case "Home":
      to.column = 0;
      if (end) to.row = 0;
      break;
    case "End":
      to.column = matrix.columns - 1;
      if (end) to.row = matrix.rows - 1;
      break;
    default:
      return null;
  }
  return { row: clamp(to.row, matrix.rows), column: clamp(to.column, matrix.columns) };
}

function clamp(at: number, count: number): number {
  return Math.max(0, Math.min(count - 1, at));
}
