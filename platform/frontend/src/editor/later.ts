/** What nobody needs before the editor is first used: find and replace, the marks on other places of what is selected,
 * and completion. */

import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { type Extension, Prec } from "@codemirror/state";
import { keymap } from "@codemirror/view";

import { completion } from "./complete";

export function later(starter: string): Extension {
  return [search(), highlightSelectionMatches(), Prec.high(keymap.of(searchKeymap)), completion(starter)];
}
