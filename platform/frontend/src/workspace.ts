/** The workspace: puts the editor over the plain form and the parts of the page together. */

import { find, fromServer, make } from "./dom";
import { Editor } from "./editor/editor";
import { enhance } from "./enhance";
import { Refused, send } from "./grading/send";
import { follow } from "./grading/show";
import { progress } from "./grading/progress";
import type { Watched } from "./grading/watch";
import { notify } from "./notices";
import { startDivider } from "./workspace/dividers";
import { Draft } from "./workspace/draft";
import { startHints } from "./workspace/hints";
import { startKeys } from "./workspace/keys";
import { startStages } from "./workspace/stages";
import { startTabs } from "./workspace/tabs";

type Kind = "run" | "submit";

const workspace = find("[data-workspace]");
const form = find<HTMLFormElement>("[data-editor-form]");
const area = find<HTMLTextAreaElement>("[data-source]");
const results = find("[data-results]");
const status = find("[data-status]");
const saved = find("[data-saved]");
const trouble = find("[data-editor-error]");
const { slug = "", owner = "guest", starter = "" } = workspace.dataset;

const draft = new Draft(owner, slug, (kept) => {
  saved.textContent = kept ? "Draft kept" : "Draft not kept: this browser's storage is full";
});
const editor = startEditor();
const showStage = startStages(workspace, find("[data-stages]"));
let stopFollowing = (): void => undefined;
let sending = false;

startTabs(find("[data-tabs]"), find("[data-panels]"));
startPanes();
startReset();
const hints = document.querySelector<HTMLElement>("[data-hints]");
if (hints) startHints(hints, slug);
startKeys({
  run: () => void grade("run"),
  submit: () => void grade("submit"),
  panes: [find("#lesson"), form, find("#results")],
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  void grade(event.submitter?.matches("[data-run]") ? "run" : "submit");
});
const { pendingUrl: url, pendingEvents: events, pendingResult: result } = workspace.dataset;
if (url && events && result) followInto({ url, events, result }, "Submission");

function startEditor(): Editor {
  const host = find("[data-editor-host]");
  const made = new Editor({
    parent: host,
    text: draft.load() ?? area.value,
    nonce: find<HTMLScriptElement>("script[nonce]").nonce,
    onChange: () => {
      area.value = editor.text;
      draft.save(editor.text);
    },
  });
  area.value = made.text;
  area.hidden = true;
  host.hidden = false;
  return made;
}

function startPanes(): void {
  const bench = find("[data-bench]");
  const level = find("[data-divider=results]");
  startDivider({
    divider: find("[data-divider=lesson]"),
    area: workspace,
    property: "--lesson-share",
    side: "before",
    fallback: 46,
  });
  startDivider({ divider: level, area: bench, property: "--results-share", side: "after", fallback: 52 });
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
    editor.replace(starter);
    editor.focus();
    notify("Back at the starter.", {
      label: "Undo",
      run: () => {
        editor.undo();
        editor.focus();
      },
    });
  });
}

async function grade(kind: Kind): Promise<void> {
  if (sending) return;
  sending = true;
  form.setAttribute("aria-busy", "true");
  draft.save(editor.text);
  draft.flush();
  try {
    const url = kind === "run" ? workspace.dataset.runUrl : workspace.dataset.submitUrl;
    const accepted = await send(url ?? form.action, editor.text);
    trouble.hidden = true;
    editor.blame(null);
    results.replaceChildren(progress({ state: "queued", position: null, done: null, total: null }));
    followInto(accepted, `${kind === "run" ? "Run" : "Submission"} ${accepted.id}`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    trouble.textContent = error.message;
    trouble.hidden = false;
  } finally {
    sending = false;
    form.removeAttribute("aria-busy");
  }
}

function followInto(sent: Watched & { url: string }, name: string): void {
  stopFollowing();
  showStage("results");
  status.replaceChildren(make("a", { href: sent.url }, name));
  stopFollowing = follow(sent, results, (report) => {
    const line = Number(report?.dataset.line ?? 0);
    editor.blame(line || null);
    void refreshHistory();
  });
}

/** The list of attempts is rendered by the server alone: fetch its page and take the list out of it. */
async function refreshHistory(): Promise<void> {
  const response = await fetch(workspace.dataset.historyUrl ?? "").catch(() => null);
  if (!response?.ok) return;
  const list = fromServer(await response.text()).querySelector("#history");
  if (!list) return;
  const place = find("[data-history]");
  find("[data-count]").textContent = String(list.querySelectorAll(":scope > li").length || "");
  place.replaceChildren(list);
  enhance(place);
}
