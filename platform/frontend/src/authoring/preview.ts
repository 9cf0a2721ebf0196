/** Statement and theory beside the editor, rendered by the server as they are typed. */

import { find, fromServer } from "../dom";
import { enhance } from "../enhance";

const WAIT_MS = 450;
const SUITED = ["statement.md", "theory.md"];

export class Preview {
  readonly #url: string;
  readonly #place = find("[data-preview]");
  #timer = 0;
  #asked = 0;

  constructor(page: HTMLElement) {
    this.#url = page.dataset.previewUrl ?? "";
  }

  suits(path: string): boolean {
    return SUITED.includes(path);
  }

  show(path: string, source: string): void {
    if (!this.suits(path)) return;
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#render(path, source), WAIT_MS);
  }

  async #render(path: string, source: string): Promise<void> {
    const asked = ++this.#asked;
    const csrf_token = find<HTMLMetaElement>("meta[name=csrf-token]").content;
    let html: string;
    try {
      const response = await fetch(this.#url, {
        method: "POST",
        headers: { Accept: "text/html", "X-CSRFToken": csrf_token },
        body: new URLSearchParams({ path, source }),
      });
      if (!response.ok) return;
      html = await response.text();
    } catch {
      return; // what is shown stays; the next change asks again
    }
    if (asked !== this.#asked) return; // typed on meanwhile
    this.#place.replaceChildren(fromServer(html));
    enhance(this.#place);
  }
}
