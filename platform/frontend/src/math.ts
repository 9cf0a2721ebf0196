/** Sets one formula with KaTeX. Loaded only by pages that show one. */

import katex from "katex";
import "katex/dist/katex.min.css";
import "./styles/formulas.css";

export function setFormula(element: HTMLElement): void {
  const source = element.textContent ?? "";
  try {
    // render() builds nodes; renderToString() would need style attributes, which the page's policy forbids
    katex.render(source, element, { displayMode: element.matches("div, .block"), throwOnError: true, strict: false });
    element.dataset.set = "";
  } catch {
    element.textContent = source;
  }
}
