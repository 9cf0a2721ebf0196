/** The languages of a problem's files. */

import { pythonLanguage } from "@codemirror/lang-python";
import { defineLanguageFacet, HighlightStyle, Language, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import type { Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";
import { GFM, parser } from "@lezer/markdown";

const tomlLanguage = StreamLanguage.define(toml);
const markdown = new Language(defineLanguageFacet(), parser.configure(GFM), [], "markdown");
const prose = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.heading, color: "var(--code-keyword)", fontWeight: "600" },
    { tag: tags.emphasis, fontStyle: "italic" },
    { tag: tags.strong, fontWeight: "600" },
    { tag: [tags.monospace, tags.url], color: "var(--code-string)" },
    { tag: tags.processingInstruction, color: "var(--code-comment)" },
    { tag: [tags.propertyName, tags.definition(tags.variableName)], color: "var(--code-keyword)" },
    { tag: tags.atom, color: "var(--code-number)" },
  ]),
);

export function languageOf(path: string): Extension {
  if (path.endsWith(".py")) return pythonLanguage;
  if (path.endsWith(".toml")) return [tomlLanguage, prose];
  if (path.endsWith(".md")) return [markdown, prose];
  return [];
}
