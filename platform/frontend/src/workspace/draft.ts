/** The learner's text, kept in this browser for each person and problem. */

import { forget, recall, remember } from "../memory";

const QUIET_MS = 400;

interface Kept {
  text: string;
  at: string;
}

export class Draft {
  readonly #key: string;
  readonly #onSaved: (kept: boolean) => void;
  #timer = 0;
  #waiting: string | null = null;

  constructor(owner: string, slug: string, onSaved: (kept: boolean) => void) {
    this.#key = `draft:${owner}:${slug}`;
    this.#onSaved = onSaved;
    // leaving the page by any way saves what was typed last
    window.addEventListener("pagehide", () => this.flush());
    document.addEventListener("visibilitychange", () => this.flush());
  }

  load(): string | null {
    const raw = recall(this.#key);
    if (raw === null) return null;
    try {
      const kept = JSON.parse(raw) as Partial<Kept>;
      return typeof kept.text === "string" ? kept.text : null;
    } catch {
      return null;
    }
  }

  save(text: string): void {
    this.#waiting = text;
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.flush(), QUIET_MS);
  }

  flush(): void {
    if (this.#waiting === null) return;
    window.clearTimeout(this.#timer);
    const kept: Kept = { text: this.#waiting, at: new Date().toISOString() };
    this.#waiting = null;
    this.#onSaved(remember(this.#key, JSON.stringify(kept)));
  }

  clear(): void {
    this.#waiting = null;
    forget(this.#key);
  }
}
