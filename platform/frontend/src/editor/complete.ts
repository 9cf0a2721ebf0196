/**
 * Completion: the signature that the problem asks for, numpy's names, words of the text itself, and Python's own. The
 * Python package's sources are not used: they would be loaded with the page, for they stand in one module with the grammar.
 */

import {
  autocompletion,
  completeAnyWord,
  completeFromList,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  ifNotIn,
} from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";

import { make } from "../dom";

type Named = [name: string, kind: string, signature: string, summary: string];

const DEFINED = /^def\s+(\w+)\s*(\([^)]*\)[^:\n]*):/gm;
const IMPORTED = /^\s*import\s+numpy(?:\s+as\s+(\w+))?/gm;
const KEYWORDS =
  "False None True and as assert break class continue def elif else except finally for from global if import in is lambda " +
  "nonlocal not or pass raise return try while with yield";
const BUILTINS =
  "abs all any bool complex dict enumerate filter float int isinstance len list map max min pow print range reversed round " +
  "set slice sorted str sum super tuple type zip ArithmeticError IndexError KeyError TypeError ValueError ZeroDivisionError";
const MOST_SHOWN = 10; // at once: a list that scrolls could not be reached by keyboard
const WORD = /^\w*$/;

let numpy: Promise<Record<string, Completion[]>> | undefined;

/** `starter`: where the functions stand that the problem asks for. */
export function completion(starter: string): Extension {
  const others = [completeAnyWord, pythons()].map(notInNames);
  return autocompletion({ icons: false, maxRenderedOptions: MOST_SHOWN, override: [signatures(starter), numpyNames, ...others] });
}

function pythons(): CompletionSource {
  const listed = (names: string, type: string): Completion[] => names.split(" ").map((label) => ({ label, type, boost: -1 }));
  return completeFromList([...listed(KEYWORDS, "keyword"), ...listed(BUILTINS, "function")]);
}

/** Neither in a comment nor in a text, nor an attribute, nor a name that is just being given. */
function notInNames(source: CompletionSource): CompletionSource {
  const inCode = ifNotIn(["Comment", "String", "FormatString", "PropertyName"], source);
  return (context) => (context.matchBefore(/\b(?:def|class|for|as)\s+\w*|\.\w*/) ? null : inCode(context));
}

function signatures(starter: string) {
  const functions = [...starter.matchAll(DEFINED)].map(([, name = "", rest = ""]) => ({ name, rest }));
  const called = functions.map(({ name, rest }): Completion => ({ label: name, type: "function", detail: rest }));
  const defined = functions.map(({ name, rest }): Completion => ({ label: name, type: "function", detail: rest, apply: `${name}${rest}:` }));
  const names = new Set(functions.flatMap(({ rest }) => parametersIn(rest)));
  const parameters = [...names].map((label): Completion => ({ label, type: "variable" }));
  return (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/(?<![\w.])[A-Za-z_]\w*/);
    if (!word || context.matchBefore(/\b(?:class|for|as)\s+\w*/)) return null;
    const before = context.state.sliceDoc(context.state.doc.lineAt(word.from).from, word.from);
    const options = /^\s*def\s+$/.test(before) ? defined : [...called, ...parameters];
    return { from: word.from, options, validFor: WORD };
  };
}

function parametersIn(signature: string): string[] {
  const inside = signature.slice(1, signature.lastIndexOf(")"));
  return inside.split(",").flatMap((part) => /^[\s*]*([A-Za-z_]\w*)/.exec(part)?.[1] ?? []);
}

/** After `np.`, `np.linalg.` and the like, whatever name numpy was imported under. */
async function numpyNames(context: CompletionContext): Promise<CompletionResult | null> {
  const typed = context.matchBefore(/(?<![\w.])[A-Za-z_]\w*\.(?:\w+\.)*\w*/);
  if (!typed) return null;
  const [name = "", ...path] = typed.text.split(".");
  const word = path.pop() ?? "";
  if (!namesOfNumpy(context.state.doc.toString()).has(name)) return null;
  numpy ??= fetched();
  const options = (await numpy)[path.join(".")];
  return options ? { from: context.pos - word.length, options, validFor: WORD } : null;
}

function namesOfNumpy(text: string): Set<string> {
  return new Set(["np", ...[...text.matchAll(IMPORTED)].map(([, name]) => name ?? "numpy")]);
}

async function fetched(): Promise<Record<string, Completion[]>> {
  const { default: places } = await import("./numpy.json");
  const entries = Object.entries(places as Record<string, string[][]>);
  return Object.fromEntries(entries.map(([place, names]) => [place, names.map((named) => shown(named as Named))]));
}

function shown([label, type, signature, summary]: Named): Completion {
  const told = [make("code", {}, label + signature), ...(summary ? [make("p", {}, `${summary}.`)] : [])];
  return signature || summary ? { label, type, info: () => make("div", {}, ...told) } : { label, type };
}
