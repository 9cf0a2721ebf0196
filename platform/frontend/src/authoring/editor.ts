/** One editor for files of several kinds. It knows nothing of drafts or of the rest of the page. */

import { autocompletion, closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";

import { blamedLine, blameLine } from "../editor/blame";
import { find } from "../editor/find";
import { look } from "../editor/look";
import { languageOf } from "./languages";
import { problemKeys } from "./schema";

interface Options {
  parent: HTMLElement;
  nonce: string;
  onChange(text: string): void;
}

/** A file as the editor last showed it: text, history, selection, and how far it was scrolled. */
export interface Shown {
  state: EditorState;
  top: number;
}

export class SourceEditor {
  readonly #view: EditorView;
  readonly #common: Extension;
  #showing = false;

  constructor({ parent, nonce, onChange }: Options) {
    this.#common = [
      EditorView.cspNonce.of(nonce),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !this.#showing) onChange(update.state.doc.toString());
      }),
      lineNumbers(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      drawSelection(),
      history(),
      indentUnit.of("    "),
      EditorState.tabSize.of(4),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      blamedLine,
      look,
      find,
      keymap.of([...closeBracketsKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
    ];
    this.#view = new EditorView({ parent, state: EditorState.create({ extensions: this.#common }) });
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  get now(): Shown {
    return { state: this.#view.state, top: this.#view.scrollDOM.scrollTop };
  }

  /** A file that was not shown yet. */
  shown(path: string, text: string): Shown {
    const label = `${path}. Tab indents; Escape, then Tab leaves the editor.`;
    const own: Extension[] = [
      languageOf(path),
      EditorView.contentAttributes.of({ "aria-label": label, "data-editor": "", tabindex: "0" }),
    ];
    if (path === "problem.toml") own.push(autocompletion({ override: [problemKeys(document)] }));
    if (path.endsWith(".md")) own.push(EditorView.lineWrapping);
    return { state: EditorState.create({ doc: text, extensions: [own, this.#common] }), top: 0 };
  }

  show({ state, top }: Shown): void {
    this.#showing = true;
    this.#view.setState(state);
    this.#showing = false;
    this.#view.scrollDOM.scrollTop = top;
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

  blame(line: number | null): void {
    blameLine(this.#view, line);
  }

  goTo(line: number): void {
    const { doc } = this.#view.state;
    const anchor = doc.line(Math.min(line, doc.lines)).from;
    this.#view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.focus();
  }

  focus(): void {
    this.#view.focus();
  }
}
