/** Sets formulas with KaTeX. Loaded only by pages that show one. */

import katex from "katex";
import "katex/dist/katex.min.css";
import "./styles/formulas.css";

/** All of one text together: a statement is shown when its last is set (prose.css), so that its lines never break anew. */
export function setFormulas(text: ParentNode): void {
  for (const element of text.querySelectorAll<HTMLElement>(".math:not([data-set])")) setFormula(element);
}

function setFormula(element: HTMLElement): void {
  const source = element.textContent ?? "";
  try {
    // render() builds nodes; renderToString() would need style attributes, which the page's policy forbids
    katex.render(source, element, { displayMode: element.matches("div, .block"), throwOnError: true, strict: false });
  } catch {
    element.textContent = source;
  }
  element.dataset.set = "";
}
