/** Find and replace, and the marks on other places of what is selected. */

import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Prec } from "@codemirror/state";
import { keymap } from "@codemirror/view";

export const find = [search(), highlightSelectionMatches(), Prec.high(keymap.of(searchKeymap))];
