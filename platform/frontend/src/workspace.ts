/** The workspace: puts the editor over the plain form and the parts of the page together. */

import { find } from "./dom";
import { Editor } from "./editor/editor";
import { notify } from "./notices";
import { Bench } from "./workspace/bench";
import { showConflict } from "./workspace/conflict";
import { startDivider } from "./workspace/dividers";
import { Draft, type Where } from "./workspace/draft";
import { startHints } from "./workspace/hints";
import { startKeys } from "./workspace/keys";
import { startPreferences } from "./workspace/preferences";
import { startStages } from "./workspace/stages";
import { startTabs } from "./workspace/tabs";
import { startTimeline } from "./workspace/timeline";
import { Past } from "./workspace/undo";

const SAID: Record<Where, string> = {
  here: "Draft kept",
  saved: "Draft saved",
  "here only": "Draft kept in this browser only",
  unreachable: "Draft kept here; the site cannot be reached",
  nowhere: "Draft not kept: this browser's storage is full",
  conflict: "Two drafts: choose one",
};

const workspace = find("[data-workspace]");
const form = find<HTMLFormElement>("[data-editor-form]");
const area = find<HTMLTextAreaElement>("[data-source]");
const saved = find("[data-saved]");
const { slug = "", owner = "guest", starter = "", draftUrl = "", draftRevision, draftTab = "" } = workspace.dataset;

const past = new Past(owner, slug);
const draft = new Draft({
  owner,
  slug,
  url: draftUrl,
  revision: Number(draftRevision ?? 0),
  tab: draftTab,
  onWhere: (where) => (saved.textContent = SAID[where]),
  onConflict: ({ source, savedAt }) =>
    showConflict(find("[data-conflict]"), {
      theirs: source ?? "",
      savedAt,
      keepMine: () => draft.resolve(editor.text),
      takeTheirs: () => {
        draft.resolve(source ?? "");
        put(source ?? "", "The other text is in the editor now.");
      },
    }),
  onNewer: ({ source }) => put(source ?? "", "Brought up to what you typed in another tab or on another device."),
});
const editor = startEditor();
const showStage = startStages(workspace, find("[data-stages]"));
const bench = new Bench({ workspace, form, editor, draft, showResults: () => showStage("results") });

startTabs(find("[data-tabs]"), find("[data-panels]"));
startPanes();
startReset();
startPreferences(find("[data-preferences]"), { workspace, editor });
startHints(workspace);
startTimeline(find("[data-history]"), (text, name) => {
  put(text, `Submission ${name} is in the editor.`);
  showStage("code");
});
startKeys({
  run: () => void bench.grade("run"),
  submit: () => void bench.grade("submit"),
  panes: [find("#lesson"), form, find("#results")],
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const by = event.submitter;
  void bench.grade(by?.matches("[data-run]") ? "run" : by?.matches("[data-call]") ? "call" : "submit");
});
find("[data-arguments]").addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
  event.preventDefault(); // the form's own button would submit
  void bench.grade("call");
});
if (window.location.hash === "#code") {
  showStage("code");
  editor.focus();
  // going to an address's place takes the focus away once more
  window.addEventListener("load", () => window.setTimeout(() => editor.focus()), { once: true });
}

function startEditor(): Editor {
  const host = find("[data-editor-host]");
  const text = draft.begin(area.value);
  const made = new Editor({
    parent: host,
    text,
    starter,
    past: past.recall(text),
    nonce: find<HTMLScriptElement>("script[nonce]").nonce,
    onChange: (text) => {
      area.value = text;
      draft.edited(text);
      past.soon(() => made.past);
    },
  });
  area.value = made.text;
  area.hidden = true;
  host.hidden = false;
  const keepPast = (): void => past.keep(made.past);
  window.addEventListener("pagehide", keepPast);
  document.addEventListener("visibilitychange", keepPast);
  return made;
}

/** Put a text into the editor, and offer to undo it. */
function put(text: string, said: string): void {
  if (editor.text === text) return notify("This is what the editor holds already.");
  editor.replace(text);
  editor.focus();
  notify(said, {
    label: "Undo",
    run: () => {
      editor.undo();
      editor.focus();
    },
  });
}

function startPanes(): void {
  const area = find("[data-bench]");
  const level = find("[data-divider=results]");
  startDivider({
    divider: find("[data-divider=lesson]"),
    area: workspace,
    property: "--lesson-share",
    side: "before",
    fallback: 46,
  });
  startDivider({ divider: level, area, property: "--results-share", side: "after", fallback: 52 });
  const wide = window.matchMedia("(min-width: 104rem)");
  const turn = (): void => level.setAttribute("aria-orientation", wide.matches ? "vertical" : "horizontal");
  wide.addEventListener("change", turn);
  turn();
}

function startReset(): void {
  const reset = find("[data-reset]");
  reset.hidden = false;
  reset.addEventListener("click", () => {
    if (editor.text === starter) return notify("This is the starter already.");
    put(starter, "Back at the starter.");
  });
}
