/** What nobody needs before the editor is first used: finding, completing, closing brackets. */

import { closeBrackets, closeBracketsKeymap, startCompletion } from "@codemirror/autocomplete";
import { type Extension, Prec, type Text } from "@codemirror/state";
import { type EditorView, keymap, runScopeHandlers } from "@codemirror/view";

import { completion } from "./complete";
import { find } from "./find";

export function later(starter: string): Extension {
  return [find, completion(starter), closeBrackets(), Prec.high(keymap.of(closeBracketsKeymap))];
}

/** Do what was asked for while all this was on its way: what a key means now, or completing what was typed. */
export function catchUp(view: EditorView, early: KeyboardEvent | null, before: Text): void {
  if (early && runScopeHandlers(view, early, "editor")) return;
  const { head } = view.state.selection.main;
  const line = view.state.doc.lineAt(head);
  if (!before.eq(view.state.doc) && /\w$/.test(line.text.slice(0, head - line.from))) startCompletion(view);
}
