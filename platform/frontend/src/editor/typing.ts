/**
 * Typing over a selection, done by the editor itself. Left to do it, Chromium would write the letters' look into style
 * attributes, which the page's policy forbids: nothing would be lost, but each time the console would say so.
 */

import { EditorView } from "@codemirror/view";

export const typedOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { state } = view;
    const { from, to, empty } = state.selection.main;
    if (event.inputType !== "insertText" || event.data === null || event.isComposing || view.composing || empty) return false;
    const text = event.data;
    const insert = () => state.update(state.replaceSelection(text), { userEvent: "input.type", scrollIntoView: true });
    const taken = state.facet(EditorView.inputHandler).some((handler) => handler(view, from, to, text, insert));
    if (!taken) view.dispatch(insert());
    return true;
  },
});
