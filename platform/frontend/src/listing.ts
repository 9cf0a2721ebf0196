/** Colours a listing of Python. The text stays text: only spans are put around its parts. */

import { classHighlighter, highlightCode } from "@lezer/highlight";
import { parser } from "@lezer/python";

import { make } from "./dom";

export function colour(listing: HTMLElement): void {
  const rows = [...listing.querySelectorAll("li")];
  const source = rows.map((row) => row.textContent ?? "").join("\n");
  const lines: (Node | string)[][] = [[]];
  highlightCode(
    source,
    parser.parse(source),
    classHighlighter,
    (text, classes) => lines.at(-1)?.push(classes ? make("span", { class: classes }, text) : text),
    () => lines.push([]),
  );
  rows.forEach((row, index) => row.replaceChildren(...(lines[index] ?? [])));
}
