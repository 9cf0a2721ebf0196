/**
 * What can be undone, kept over reloads for as long as the tab lives, and for the next tab where this one crashes. The
 * latter is of use only beside the text that it led to.
 */

import { recall, remember } from "../memory";

const MOST_CHARS = 1_000_000;
const MOST_CHARS_FOR_OTHERS = 200_000; // all tabs and problems share one storage
const PAUSE_MS = 700;

interface Kept {
  doc?: unknown;
}

export class Past {
  readonly #key: string;
  #timer = 0;

  constructor(owner: string, slug: string) {
    this.#key = `undo:${owner}:${slug}`;
  }

  /** That of this tab; else the last of any tab that ended in `text`. */
  recall(text: string): unknown {
    try {
      const own = parsed(sessionStorage.getItem(`gradatim:${this.#key}`));
      if (own) return own;
    } catch {
      // no storage for this tab
    }
    const other = parsed(recall(this.#key));
    return other?.doc === text ? other : null;
  }

  /** Keep it at the next pause in typing: `past` is asked then. */
  soon(past: () => unknown): void {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.keep(past()), PAUSE_MS);
  }

  keep(past: unknown): void {
    const text = JSON.stringify(past);
    if (text.length <= MOST_CHARS_FOR_OTHERS) remember(this.#key, text);
    try {
      if (text.length <= MOST_CHARS) sessionStorage.setItem(`gradatim:${this.#key}`, text);
      else sessionStorage.removeItem(`gradatim:${this.#key}`);
    } catch {
      // no storage, no past: the text itself is kept elsewhere
    }
  }
}

function parsed(raw: string | null): Kept | null {
  try {
    return JSON.parse(raw ?? "null") as Kept | null;
  } catch {
    return null;
  }
}
