/** The code editor: Python in CodeMirror. It knows nothing of drafts, grading or the rest of the page. */

import { defaultKeymap, history, historyField, historyKeymap, indentWithTab, isolateHistory, undo } from "@codemirror/commands";
import { pythonLanguage } from "@codemirror/lang-python";
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput, indentUnit } from "@codemirror/language";
import { Compartment, EditorState, type Extension, Prec, StateEffect } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";

import { blamedLine, blameLine } from "./blame";
import { extensionOf, type Keys } from "./keymaps";
import { look } from "./look";
import { typedOver } from "./typing";

const LEAVING_MS = 2000; // in which Tab leaves the editor after Escape
const EARLY_KEYS = [" ", "f"]; // with Ctrl or Cmd: complete, find
const LABEL = "Code, Python. Tab indents; Escape, then Tab leaves the editor.";

export interface Options {
  parent: HTMLElement;
  text: string;
  /** Where the functions stand that the problem asks for. */
  starter: string;
  /** What `past` gave before a reload. */
  past: unknown;
  nonce: string;
  onChange: (text: string) => void;
}

export class Editor {
  readonly #view: EditorView;
  readonly #starter: string;
  readonly #keys = new Compartment();
  #later: "unasked" | "coming" | "there" = "unasked";
  #early: KeyboardEvent | null = null; // the last key that asked for something of it before it was there

  constructor({ parent, text, starter, past, nonce, onChange }: Options) {
    this.#starter = starter;
    const extensions = [
      this.#keys.of([]), // before all other keys
      EditorView.cspNonce.of(nonce),
      EditorView.contentAttributes.of({ "aria-label": LABEL, "data-editor": "", tabindex: "0" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) onChange(update.state.doc.toString());
      }),
      lineNumbers(),
      codeFolding(),
      foldGutter({ openText: "⌄", closedText: "›" }),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      drawSelection(),
      history(),
      pythonLanguage,
      indentUnit.of("    "),
      EditorState.tabSize.of(4),
      indentOnInput(),
      bracketMatching(),
      typedOver,
      EditorView.domEventHandlers({ focus: () => void this.#addLater() }),
      // whatever else Escape means to chosen keys
      EditorView.domEventObservers({
        keydown: (event, view) => {
          if (event.key === "Escape") view.setTabFocusMode(LEAVING_MS);
        },
      }),
      Prec.lowest(EditorView.domEventHandlers({ keydown: (event) => this.#tooEarly(event) })),
      blamedLine,
      look,
      keymap.of([...historyKeymap, ...foldKeymap, ...defaultKeymap, indentWithTab]),
    ];
    const before = restored(past, extensions);
    this.#view = new EditorView({ parent, state: before ?? EditorState.create({ doc: text, extensions }) });
    if (before && this.text !== text) this.replace(text); // one more step, that can be undone as the others
  }

  /** All that can be undone, for after a reload. */
  get past(): unknown {
    return this.#view.state.toJSON({ history: historyField });
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  /** Put other text in, as one step that can be undone. */
  replace(text: string): void {
    const { doc } = this.#view.state;
    this.#view.dispatch({
      changes: { from: 0, to: doc.length, insert: text },
      selection: { anchor: 0 },
      annotations: isolateHistory.of("full"),
    });
  }

  undo(): void {
    undo(this.#view);
  }

  blame(line: number | null): void {
    blameLine(this.#view, line);
  }

  focus(): void {
    this.#view.focus();
  }

  async use(keys: Keys): Promise<void> {
    const chosen = await extensionOf(keys);
    this.#view.dispatch({ effects: this.#keys.reconfigure(chosen) });
  }

  /** After a change of the size of its letters. */
  measure(): void {
    this.#view.requestMeasure();
  }

  /** Finding, completing and closing brackets are fetched when the editor is first used: the page is there sooner. */
  async #addLater(): Promise<void> {
    if (this.#later !== "unasked") return;
    this.#later = "coming";
    const before = this.#view.state.doc;
    const { later, catchUp } = await import("./later");
    this.#view.dispatch({ effects: StateEffect.appendConfig.of(later(this.#starter)) });
    this.#later = "there";
    catchUp(this.#view, this.#early, before);
  }

  #tooEarly(event: KeyboardEvent): boolean {
    const isEarly = this.#later === "coming" && (event.ctrlKey || event.metaKey) && EARLY_KEYS.includes(event.key);
    if (isEarly) this.#early = event;
    return isEarly;
  }
}

function restored(past: unknown, extensions: Extension): EditorState | null {
  if (!past) return null;
  try {
    return EditorState.fromJSON(past, { extensions }, { history: historyField });
  } catch {
    return null; // of another version of the editor
  }
}
