/** What keeps the draft from being a problem: asked for after each saving, said, and marked in its line. */

import { find } from "../dom";
import type { Book } from "./book";

const WAIT_MS = 250;

interface Fault {
  file: string;
  key: string;
  reason: string;
  line: number;
}

interface Answer {
  fault: Fault | null;
  standing: string;
}

export class Faults {
  readonly #page: HTMLElement;
  readonly #book: Book;
  readonly #place = find("[data-fault]");
  #fault: Fault | null = null;
  #timer = 0;

  constructor(page: HTMLElement, book: Book) {
    this.#page = page;
    this.#book = book;
  }

  ask(): void {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#look(), WAIT_MS);
  }

  /** Mark the line, where the file at fault is open. */
  mark(): void {
    const fault = this.#fault;
    this.#book.blame(fault && fault.file === this.#book.path ? fault.line : 0);
  }

  async #look(): Promise<void> {
    let answer: Answer;
    try {
      const response = await fetch(this.#page.dataset.faultUrl ?? "", { headers: { Accept: "application/json" } });
      if (!response.ok) return;
      answer = (await response.json()) as Answer;
    } catch {
      return; // the next saving asks again
    }
    this.#fault = answer.fault;
    find("[data-standing]").textContent = answer.standing;
    this.#say(answer.fault);
    this.mark();
  }

  #say(fault: Fault | null): void {
    this.#place.hidden = !fault;
    if (!fault) return this.#place.replaceChildren();
    const line = fault.line ? `, line ${fault.line}` : "";
    const key = fault.key && !fault.key.startsWith("line ") ? `, ${fault.key}` : "";
    const open = document.createElement("button");
    open.type = "button";
    open.textContent = `${fault.file}${line}`;
    open.addEventListener("click", () => void this.#book.open(fault.file, fault.line));
    this.#place.replaceChildren(open, `${key}: ${fault.reason}`);
  }
}
