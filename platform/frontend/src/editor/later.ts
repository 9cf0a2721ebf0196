/** What nobody needs before the editor is first used: finding and completing. */

import type { Extension } from "@codemirror/state";

import { completion } from "./complete";
import { find } from "./find";

export function later(starter: string): Extension {
  return [find, completion(starter)];
}
