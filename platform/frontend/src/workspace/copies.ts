/** Text that the server does not have yet, kept in this browser: one copy for each tab, gone once it is saved. */

import { forget, recall, remember } from "../memory";

/** So old is a copy of another tab before it counts as left behind: a living tab saves its own sooner. */
const LEFT_BEHIND_MS = 5000;

export interface Copy {
  text: string;
  /** The revision of the server's text that this one grew from. */
  revision: number;
  at: number;
  tab: string;
}

export class Copies {
  /** What this tab calls itself, also to the server. */
  readonly tab = nameOfTab();
  readonly #prefix: string;
  readonly #own: string;

  constructor(owner: string, slug: string) {
    this.#prefix = `draft:${owner}:${slug}:`;
    this.#own = this.#prefix + this.tab;
  }

  /** Returns whether it was kept. */
  keep(text: string, revision: number): boolean {
    return remember(this.#own, JSON.stringify({ text, revision, at: Date.now(), tab: this.tab } satisfies Copy));
  }

  drop(): void {
    forget(this.#own);
  }

  /** This tab's copy, or the newest that a tab which crashed has left behind: that one is this tab's from now on. */
  take(): Copy | null {
    const own = parsed(recall(this.#own));
    if (own) return own;
    const left = others(this.#prefix, this.#own)
      .flatMap((key) => {
        const copy = parsed(recall(key));
        return copy && Date.now() - copy.at > LEFT_BEHIND_MS ? [{ key, copy }] : [];
      })
      .sort((one, other) => other.copy.at - one.copy.at)[0];
    if (!left) return null;
    if (this.keep(left.copy.text, left.copy.revision)) forget(left.key);
    return left.copy;
  }
}

function parsed(raw: string | null): Copy | null {
  if (raw === null) return null;
  try {
    const copy = JSON.parse(raw) as Partial<Copy>;
    if (typeof copy.text !== "string" || typeof copy.revision !== "number") return null;
    return { text: copy.text, revision: copy.revision, at: Number(copy.at ?? 0), tab: String(copy.tab ?? "") };
  } catch {
    return null;
  }
}

function others(prefix: string, own: string): string[] {
  try {
    return Object.keys(localStorage)
      .map((key) => key.replace(/^gradatim:/, ""))
      .filter((key) => key.startsWith(prefix) && key !== own);
  } catch {
    return [];
  }
}

/** A name for this tab that survives a reload, and that a copy of the tab does not share. */
function nameOfTab(): string {
  const fresh = Math.random().toString(36).slice(2);
  try {
    const store = sessionStorage;
    // a duplicated tab begins with a copy of the storage of one that lives
    const known = store.getItem("gradatim:tab-lives") === null ? store.getItem("gradatim:tab") : null;
    const name = known ?? fresh;
    store.setItem("gradatim:tab", name);
    store.setItem("gradatim:tab-lives", "");
    window.addEventListener("pagehide", () => store.removeItem("gradatim:tab-lives"));
    window.addEventListener("pageshow", () => store.setItem("gradatim:tab-lives", ""));
    return name;
  } catch {
    return fresh;
  }
}
