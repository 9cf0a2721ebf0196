/** What nobody needs before the editor is first used: finding, completing, closing brackets. */

import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { type Extension, Prec } from "@codemirror/state";
import { keymap } from "@codemirror/view";

import { completion } from "./complete";
import { find } from "./find";

export function later(starter: string): Extension {
  return [find, completion(starter), closeBrackets(), Prec.high(keymap.of(closeBracketsKeymap))];
}
