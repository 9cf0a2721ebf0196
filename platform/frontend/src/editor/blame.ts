/** Marks the line that a verdict points at, until it is edited. */

import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

const blame = StateEffect.define<number | null>();
const mark = Decoration.line({ class: "cm-blamed", attributes: { "aria-description": "the verdict points at this line" } });

export const blamedLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    if (transaction.docChanged) marks = Decoration.none;
    for (const effect of transaction.effects) {
      if (!effect.is(blame)) continue;
      const { doc } = transaction.state;
      const line = effect.value;
      marks = line && line <= doc.lines ? Decoration.set(mark.range(doc.line(line).from)) : Decoration.none;
    }
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** `line` counts from 1; null takes the mark away. */
export function blameLine(view: EditorView, line: number | null): void {
  view.dispatch({ effects: blame.of(line) });
}
