/** What nobody needs before the editor is first used: finding, completing, closing brackets. */

import { closeBrackets, closeBracketsKeymap, startCompletion } from "@codemirror/autocomplete";
import { type Extension, Prec } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";

import { completion } from "./complete";
import { find } from "./find";

export function later(starter: string): Extension {
  return [find, completion(starter), closeBrackets(), Prec.high(keymap.of(closeBracketsKeymap))];
}

/** Offer completions for the word that was typed while all this was on its way. */
export function catchUp(view: EditorView): void {
  const { head } = view.state.selection.main;
  const line = view.state.doc.lineAt(head);
  if (/\w$/.test(line.text.slice(0, head - line.from))) startCompletion(view);
}
