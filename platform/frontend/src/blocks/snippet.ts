/** Gives a snippet the editor's colours. Loaded once a reader comes near one. */

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { pythonLanguage } from "@codemirror/lang-python";
import { indentOnInput, indentUnit } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";

import { find } from "../dom";
import { look } from "../editor/look";

const LABEL = "Snippet, Python. Control Enter runs it; Tab indents; Escape, then Tab leaves it.";

/** As high as its lines: the editor's own room to scroll would only be empty here. */
const small = EditorView.theme({ ".cm-content": { padding: "0.6rem 0" }, ".cm-line": { padding: "0 1rem" } });

export function dress(block: HTMLElement): void {
  if (block.querySelector(".cm-editor")) return;
  const area = find<HTMLTextAreaElement>("[data-snippet]", block);
  const form = find<HTMLFormElement>("form", block);
  const reset = find("[data-try-reset]", block);
  const begun = area.value;
  const view = new EditorView({
    parent: find(".paper", block),
    state: EditorState.create({
      doc: begun.replace(/\n$/, ""),
      extensions: [
        EditorView.cspNonce.of(find<HTMLScriptElement>("script[nonce]").nonce),
        EditorView.contentAttributes.of({ "aria-label": LABEL, "data-snippet-editor": "", tabindex: "0" }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          area.value = update.state.doc.toString();
          reset.hidden = false;
        }),
        history(),
        pythonLanguage,
        indentUnit.of("    "),
        indentOnInput(),
        small,
        look,
        keymap.of([...historyKeymap, ...defaultKeymap, indentWithTab]),
      ],
    }),
  });
  area.hidden = true;
  reset.addEventListener("click", () => {
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: begun.replace(/\n$/, "") } });
    reset.hidden = true;
    find("[data-try-output]", block).replaceChildren();
    view.focus();
  });
  // before the page's own keys, which would run the editor's code
  window.addEventListener(
    "keydown",
    (event) => {
      if (!view.hasFocus || !(event.ctrlKey || event.metaKey) || (event.key !== "Enter" && event.key !== "'")) return;
      event.preventDefault();
      event.stopPropagation();
      form.requestSubmit();
    },
    { capture: true },
  );
}
