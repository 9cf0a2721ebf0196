/**
 * The learner's text: kept in this browser at once, on the server a moment later. What was typed in another tab or on
 * another device is never written over: then both texts are shown, and the learner chooses.
 */

import { Copies } from "./copies";
import { type Kept, load, save } from "./kept";

const HERE_MS = 300;
const SERVER_MS = 1200;
const FIRST_RETRY_MS = 4000;
const LONGEST_RETRY_MS = 60_000;
const LOOK_AGAIN_MS = 3000;
const PATIENCE_MS = 3000;

export type Where = "here" | "saved" | "here only" | "unreachable" | "nowhere" | "conflict";

interface Options {
  owner: string;
  slug: string;
  url: string;
  /** Of the server's text on the page, and the tab that saved it. */
  revision: number;
  tab: string;
  onWhere(where: Where): void;
  onConflict(theirs: Kept): void;
  /** Another tab or device has saved, and nothing was typed here since. */
  onNewer(theirs: Kept): void;
}

export class Draft {
  readonly #options: Options;
  readonly #copies: Copies;
  #revision: number;
  #text = "";
  #saved = "";
  #conflict: Kept | null = null;
  #refused = false;
  #hereTimer = 0;
  #serverTimer = 0;
  #retryMs = FIRST_RETRY_MS;
  #sending: Promise<void> | null = null;
  #looked = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#revision = options.revision;
    this.#copies = new Copies(options.owner, options.slug);
    // leaving the page by any way keeps what was typed last
    window.addEventListener("pagehide", () => this.#leave());
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#leave() : void this.#look()));
    window.addEventListener("focus", () => void this.#look());
    window.addEventListener("online", () => this.#later(0));
  }

  /** The text to begin with, given the one that the page came with. */
  begin(fromPage: string): string {
    this.#saved = this.#text = fromPage;
    const copy = this.#copies.take();
    if (!copy) return fromPage;
    if (copy.text === fromPage) {
      this.#copies.drop();
      return fromPage;
    }
    this.#text = copy.text;
    const { revision, tab } = this.#options;
    // what the same tab saved a moment before it went, unaware of the answer, is no other's
    if (copy.revision < revision && copy.tab !== tab) this.#clash({ revision, source: fromPage, savedAt: null, tab });
    else this.#later(0);
    return copy.text;
  }

  edited(text: string): void {
    this.#text = text;
    this.#refused = false;
    window.clearTimeout(this.#hereTimer);
    this.#hereTimer = window.setTimeout(() => this.#keepHere(), HERE_MS);
    this.#later(SERVER_MS);
  }

  /** Resolves once the text is on the server, or after a while in any case: the text is kept here too. */
  async settle(): Promise<void> {
    this.#keepHere();
    await Promise.race([this.#flush(), new Promise((resolve) => window.setTimeout(resolve, PATIENCE_MS))]);
  }

  /** End a conflict: from now on the learner's text follows on theirs. */
  resolve(text: string): void {
    if (!this.#conflict) return;
    this.#revision = this.#conflict.revision;
    this.#saved = this.#conflict.source ?? "";
    this.#conflict = null;
    this.#text = text;
    void this.#flush();
  }

  get #unsaved(): boolean {
    return this.#text !== this.#saved;
  }

  #keepHere(): void {
    window.clearTimeout(this.#hereTimer);
    if (!this.#unsaved) return;
    const kept = this.#copies.keep(this.#text, this.#revision);
    if (!this.#conflict) this.#options.onWhere(kept ? "here" : "nowhere");
  }

  #later(wait_ms: number): void {
    window.clearTimeout(this.#serverTimer);
    this.#serverTimer = window.setTimeout(() => void this.#flush(), wait_ms);
  }

  async #flush(leaving = false): Promise<void> {
    window.clearTimeout(this.#serverTimer);
    if (this.#sending && !leaving) await this.#sending;
    if (!this.#unsaved || this.#conflict || this.#refused) return this.#done();
    this.#sending = this.#send(this.#text, leaving);
    await this.#sending;
    this.#sending = null;
  }

  async #send(text: string, leaving: boolean): Promise<void> {
    const { tab } = this.#copies;
    const answer = await save(this.#options.url, { source: text, revision: this.#revision, tab }, leaving);
    if (answer.kind === "saved") {
      this.#revision = answer.revision;
      this.#saved = text;
      this.#retryMs = FIRST_RETRY_MS;
      if (this.#unsaved) this.#later(SERVER_MS);
      this.#done();
    } else if (answer.kind === "conflict" && answer.theirs.tab === tab) {
      this.#revision = answer.theirs.revision; // saved by this tab, by a request whose answer never came
      this.#later(0);
    } else if (answer.kind === "conflict") {
      this.#clash(answer.theirs);
    } else if (answer.kind === "refused") {
      this.#refused = true;
      this.#options.onWhere("here only");
    } else {
      this.#options.onWhere("unreachable");
      this.#later(this.#retryMs);
      this.#retryMs = Math.min(2 * this.#retryMs, LONGEST_RETRY_MS);
    }
  }

  #done(): void {
    if (this.#unsaved) return;
    window.clearTimeout(this.#hereTimer);
    this.#copies.drop();
    if (this.#revision) this.#options.onWhere("saved");
  }

  #clash(theirs: Kept): void {
    this.#conflict = theirs;
    this.#copies.keep(this.#text, this.#revision);
    this.#options.onWhere("conflict");
    this.#options.onConflict(theirs);
  }

  #leave(): void {
    this.#keepHere();
    void this.#flush(true);
  }

  /** Whoever comes back to this tab should see what they typed elsewhere. */
  async #look(): Promise<void> {
    if (Date.now() - this.#looked < LOOK_AGAIN_MS || this.#unsaved || this.#conflict) return;
    this.#looked = Date.now();
    const theirs = await load(this.#options.url);
    if (!theirs || theirs.source === null || theirs.revision <= this.#revision || this.#unsaved) return;
    const known = theirs.source === this.#saved;
    this.#revision = theirs.revision;
    if (known) return;
    this.#saved = this.#text = theirs.source;
    this.#options.onNewer(theirs);
  }
}
