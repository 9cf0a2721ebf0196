/** How the editor looks: only the names of tokens.css, so that it changes with the theme by itself. */

import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "transparent", fontSize: "var(--editor-text, var(--text-s))" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.65", scrollbarWidth: "thin" },
  ".cm-content": { padding: "0.75rem 0 4rem", caretColor: "var(--spot)", fontVariantLigatures: "none" },
  ".cm-line": { padding: "0 1rem 0 0.5rem" },
  ".cm-gutters": { backgroundColor: "transparent", border: "none", color: "var(--ink-faint)", paddingLeft: "0.5rem" },
  ".cm-activeLine": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--spot) 5%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--ink)" },
  ".cm-cursor": { borderLeft: "2px solid var(--spot)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--selection)",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--spot-wash)", boxShadow: "0 1px 0 var(--spot)" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "var(--bad-wash)" },
  ".cm-foldPlaceholder": {
    padding: "0 0.4em",
    border: "1px solid var(--line-strong)",
    borderRadius: "var(--radius)",
    backgroundColor: "var(--well)",
    color: "var(--ink-soft)",
  },
  ".cm-searchMatch": { backgroundColor: "var(--warn-wash)", outline: "1px solid var(--warn)" },
  ".cm-searchMatch.cm-searchMatch-selected": { backgroundColor: "var(--selection)" },
  ".cm-selectionMatch": { backgroundColor: "var(--spot-wash)" },
  ".cm-blamed": { backgroundColor: "var(--bad-wash) !important", boxShadow: "inset 3px 0 0 var(--bad)" },
  ".cm-panels": { backgroundColor: "var(--well)", color: "var(--ink)", borderTop: "1px solid var(--line)" },
  ".cm-panel.cm-search": { padding: "0.6rem 2rem 0.6rem 0.75rem", fontFamily: "var(--sans)", fontSize: "var(--text-s)" },
  ".cm-panel.cm-search label": { fontSize: "var(--text-xs)" },
  ".cm-panel.cm-search [name=close]": { fontSize: "1.25rem", color: "var(--ink-soft)", padding: "0 0.4rem" },
  ".cm-textfield": {
    fontSize: "var(--text-s)",
    padding: "0.2rem 0.5rem",
    border: "1px solid var(--line-strong)",
    borderRadius: "var(--radius)",
    backgroundColor: "var(--sheet)",
  },
  ".cm-tooltip": {
    border: "1px solid var(--line-strong)",
    borderRadius: "var(--radius)",
    backgroundColor: "var(--sheet)",
    boxShadow: "var(--lift)",
    color: "var(--ink)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", fontSize: "var(--text-s)", maxHeight: "none" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "0.2rem 0.75rem", lineHeight: "1.5" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--spot-wash)", color: "var(--ink)" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "600", color: "var(--spot)" },
  ".cm-completionDetail": { fontStyle: "normal", color: "var(--ink-faint)" },
  ".cm-tooltip.cm-completionInfo": { maxWidth: "26rem", padding: "0.6rem 0.75rem", fontFamily: "var(--sans)", fontSize: "var(--text-s)" },
  ".cm-completionInfo code": { fontSize: "var(--text-xs)", overflowWrap: "anywhere" },
  ".cm-completionInfo p": { marginTop: "0.4rem", color: "var(--ink-soft)" },
  ".cm-fat-cursor": { background: "color-mix(in srgb, var(--spot) 35%, transparent) !important" },
  ".cm-vim-panel, .cm-vim-panel input": { fontFamily: "var(--mono)", fontSize: "var(--text-s)" },
  ".cm-vim-panel": { padding: "0.15rem 0.75rem" },
  ".cm-button": {
    fontSize: "var(--text-s)",
    padding: "0.2rem 0.6rem",
    border: "1px solid var(--line-strong)",
    borderRadius: "var(--radius)",
    backgroundImage: "none",
    backgroundColor: "var(--sheet)",
  },
});

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.bool, tags.null, tags.operatorKeyword, tags.self], color: "var(--code-keyword)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-string)" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: tags.comment, color: "var(--code-comment)" },
  { tag: [tags.function(tags.definition(tags.variableName)), tags.definition(tags.className)], color: "var(--code-name)" },
  { tag: tags.meta, color: "var(--code-name)" },
  { tag: tags.invalid, color: "var(--bad)" },
]);

export const look = [theme, syntaxHighlighting(colours)];
