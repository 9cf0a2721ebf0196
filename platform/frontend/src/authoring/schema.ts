/** Completes the keys of problem.toml, from the list that stands beside the editor. */

import type { Completion, CompletionContext, CompletionResult, CompletionSource } from "@codemirror/autocomplete";

interface Section {
  header: string;
  keys: Completion[];
}

const HEADER = /^\s*(\[\[?[\w.]+\]\]?)/;

export function problemKeys(root: ParentNode): CompletionSource {
  const sections = [...root.querySelectorAll<HTMLElement>("[data-section]")].map(read);
  return (context) => complete(context, sections);
}

function read(list: HTMLElement): Section {
  const keys = [...list.querySelectorAll<HTMLElement>("dt[data-key]")].map(({ dataset, nextElementSibling }) => ({
    label: dataset.key ?? "",
    apply: `${dataset.key} = ${dataset.value}`,
    info: nextElementSibling?.textContent?.trim() ?? "",
    type: "property",
  }));
  return { header: list.dataset.section ?? "", keys };
}

function complete(context: CompletionContext, sections: Section[]): CompletionResult | null {
  const line = context.state.doc.lineAt(context.pos);
  const typed = /^\s*([\w[]*)$/.exec(line.text.slice(0, context.pos - line.from));
  if (!typed || (!typed[1] && !context.explicit)) return null;
  const from = context.pos - (typed[1]?.length ?? 0);
  const here = sections.find((section) => section.header === headerAbove(context, line.number)) ?? { keys: [] };
  const tables = sections
    .filter((section) => section.header)
    .map(({ header, keys }): Completion => {
      const needed = keys.map((key) => key.label).join(", ");
      return { label: header, info: needed, type: "namespace", boost: -1 };
    });
  return { from, options: [...here.keys, ...tables], validFor: /^[\w[\]]*$/ };
}

function headerAbove(context: CompletionContext, from: number): string {
  for (let number = from - 1; number > 0; number--) {
    const found = HEADER.exec(context.state.doc.line(number).text);
    if (found) return found[1] ?? "";
  }
  return "";
}
