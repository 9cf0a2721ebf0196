/** What can be undone, kept over reloads for as long as the tab lives. */

const MOST_CHARS = 1_000_000;

export class Past {
  readonly #key: string;

  constructor(owner: string, slug: string) {
    this.#key = `gradatim:undo:${owner}:${slug}`;
  }

  recall(): unknown {
    try {
      return JSON.parse(sessionStorage.getItem(this.#key) ?? "null");
    } catch {
      return null;
    }
  }

  keep(past: unknown): void {
    try {
      const text = JSON.stringify(past);
      if (text.length <= MOST_CHARS) sessionStorage.setItem(this.#key, text);
      else sessionStorage.removeItem(this.#key);
    } catch {
      // no storage, no past: the text itself is kept elsewhere
    }
  }
}
