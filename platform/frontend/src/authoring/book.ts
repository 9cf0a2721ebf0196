/** The files of a draft in one editor: each with its own history, its own place, and its own keeping on the server. */

import { find } from "../dom";
import { notify } from "../notices";
import { showConflict } from "../workspace/conflict";
import { Draft, type Where } from "../workspace/draft";
import { type Kept, load } from "../workspace/kept";
import { type Shown, SourceEditor } from "./editor";

const SAID: Record<Where, string> = {
  here: "Kept here",
  saved: "Saved",
  "here only": "Kept in this browser only: too large",
  unreachable: "Kept here; the site cannot be reached",
  nowhere: "Not kept: this browser's storage is full",
  conflict: "Two texts: choose one",
};

interface Options {
  page: HTMLElement;
  form: HTMLFormElement;
  onText(path: string, text: string): void;
  onOpened(path: string, text: string): void;
  onSaved(): void;
}

interface Page {
  draft: Draft;
  shown: Shown;
  where: string;
  conflict: Kept | null;
}

export class Book {
  readonly #options: Options;
  readonly #editor: SourceEditor;
  readonly #pages = new Map<string, Page>();
  readonly #links: HTMLAnchorElement[];
  #path = "";

  constructor(options: Options) {
    this.#options = options;
    const host = find("[data-editor-host]", options.form);
    this.#links = [...options.page.querySelectorAll<HTMLAnchorElement>("[data-files] a[data-editable=yes]")];
    this.#editor = new SourceEditor({
      parent: host,
      nonce: find<HTMLScriptElement>("script[nonce]").nonce,
      onChange: (text) => this.#changed(text),
    });
    for (const link of this.#links) {
      link.addEventListener("click", (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        void this.open(link.dataset.path ?? "").then(() => this.#editor.focus());
      });
    }
    options.form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.settle().then(() => notify("Everything is saved."));
    });
  }

  get path(): string {
    return this.#path;
  }

  /** The file that the page came with. */
  async begin(): Promise<void> {
    const current = this.#links.find((link) => link.ariaCurrent === "true");
    const area = this.#options.form.querySelector<HTMLTextAreaElement>("[data-source]");
    if (!current || !area) return;
    area.remove(); // its text is loaded again with its revision, after whatever saved it last
    find("[data-editor-host]", this.#options.form).hidden = false;
    find("[data-save]", this.#options.form).hidden = true;
    find("[data-conflict]", this.#options.form).hidden = true;
    if (!(await this.open(current.dataset.path ?? ""))) notify("The file could not be loaded. Reload the page.");
  }

  /** Show a file; whether it could be loaded. */
  async open(path: string, line = 0): Promise<boolean> {
    const page = this.#pages.get(path) ?? (await this.#loaded(path));
    if (!page) return false;
    this.#keepPlace();
    this.#path = path;
    this.#editor.show(page.shown);
    this.#tell(path, page);
    if (line) this.#editor.goTo(line);
    this.#options.onOpened(path, this.#editor.text);
    return true;
  }

  /** Mark a line of the open file, or none. */
  blame(line: number): void {
    this.#editor.blame(line || null);
  }

  /** Resolves once everything is on the server, or after a while in any case: it is kept here too. */
  async settle(): Promise<void> {
    await Promise.all([...this.#pages.values()].map((page) => page.draft.settle()));
  }

  async #loaded(path: string): Promise<Page | null> {
    const { draft, owner = "", fileUrl = "" } = this.#options.page.dataset;
    const url = fileUrl.replace("FILE", path.split("/").map(encodeURIComponent).join("/"));
    const kept = await load(url);
    if (!kept || kept.source === null) return null;
    const made = new Draft({
      owner,
      slug: `authoring-${draft}-${path}`,
      url,
      revision: kept.revision,
      tab: kept.tab,
      onWhere: (where) => this.#where(path, where),
      onConflict: (theirs) => this.#clash(path, theirs),
      onNewer: (theirs) => this.#newer(path, theirs.source ?? ""),
    });
    const known = this.#pages.get(path); // by a second click while the first one loaded
    if (known) return known;
    const page: Page = { draft: made, shown: this.#editor.shown(path, ""), where: "", conflict: null };
    this.#pages.set(path, page);
    page.shown = this.#editor.shown(path, made.begin(kept.source));
    return page;
  }

  #changed(text: string): void {
    this.#pages.get(this.#path)?.draft.edited(text);
    this.#options.onText(this.#path, text);
  }

  #keepPlace(): void {
    const page = this.#pages.get(this.#path);
    if (page) page.shown = this.#editor.now;
  }

  #where(path: string, where: Where): void {
    const page = this.#pages.get(path);
    if (!page) return;
    page.where = SAID[where];
    if (path === this.#path) find("[data-saved]").textContent = page.where;
    if (where === "saved") this.#options.onSaved();
  }

  #clash(path: string, theirs: Kept): void {
    const page = this.#pages.get(path);
    if (!page) return;
    page.conflict = theirs;
    if (path === this.#path) this.#ask(path, page, theirs);
  }

  #ask(path: string, page: Page, theirs: Kept): void {
    const end = (text: string): void => {
      page.conflict = null;
      page.draft.resolve(text);
    };
    showConflict(find("[data-conflict]"), {
      theirs: theirs.source ?? "",
      savedAt: theirs.savedAt,
      keepMine: () => end(this.#textOf(path)),
      takeTheirs: () => {
        end(theirs.source ?? "");
        this.#newer(path, theirs.source ?? "");
      },
    });
  }

  #newer(path: string, text: string): void {
    const page = this.#pages.get(path);
    if (!page) return;
    if (path === this.#path) this.#editor.replace(text);
    else page.shown = this.#editor.shown(path, text);
  }

  #textOf(path: string): string {
    return path === this.#path ? this.#editor.text : (this.#pages.get(path)?.shown.state.doc.toString() ?? "");
  }

  /** The rest of the page, for the file that is open now. */
  #tell(path: string, page: Page): void {
    const { form } = this.#options;
    for (const link of this.#links) {
      if (link.dataset.path === path) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    find("[data-open-name]", form).textContent = path;
    find("[data-saved]", form).textContent = page.where;
    for (const input of document.querySelectorAll<HTMLInputElement>("[data-open-path]")) input.value = path;
    const conflict = find("[data-conflict]", form);
    conflict.hidden = true;
    if (page.conflict) this.#ask(path, page, page.conflict);
    const address = new URL(window.location.href);
    address.searchParams.set("file", path);
    window.history.replaceState(null, "", address);
  }
}
