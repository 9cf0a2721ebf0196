/** Sending and following: what leaves the editor, and what comes back beside it. */

import { find, fromServer, make } from "../dom";
import type { Editor } from "../editor/editor";
import { enhance } from "../enhance";
import { Progress } from "../grading/progress";
import { type Accepted, Refused, send } from "../grading/send";
import { follow } from "../grading/show";
import type { Watched } from "../grading/watch";
import { recall, remember } from "../memory";
import type { Draft } from "./draft";

export type Kind = "run" | "submit" | "call";

const NAMES: Record<Kind, string> = { run: "Run", submit: "Submission", call: "Call" };
const STOPPING_MS = 12_000; // in which the grader lets go of what was cancelled
const AGAIN_MS = 700;

interface Options {
  workspace: HTMLElement;
  form: HTMLFormElement;
  editor: Editor;
  draft: Draft;
  showResults(): void;
}

export class Bench {
  readonly #options: Options;
  readonly #results = find("[data-results]");
  readonly #status = find("[data-status]");
  readonly #trouble = find("[data-editor-error]");
  readonly #callTrouble = find("[data-call-error]");
  readonly #arguments = find<HTMLInputElement>("[data-arguments]");
  #stopFollowing = (): void => undefined;
  #sending = false;
  #cancelledAt = -STOPPING_MS;

  constructor(options: Options) {
    this.#options = options;
    this.#arguments.value ||= recall(this.#argumentsKey) ?? "";
    const { pendingUrl: url, pendingEvents: events, pendingResult: result, pendingCancel: cancel } = options.workspace.dataset;
    if (url && events && result) this.#follow({ url, events, result, ...(cancel && { cancel }) }, "Submission");
  }

  async grade(kind: Kind): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    const { form, editor, draft } = this.#options;
    form.setAttribute("aria-busy", "true");
    try {
      if (kind === "call") remember(this.#argumentsKey, this.#arguments.value);
      await draft.settle(); // two first requests at once would make two guests of one visitor
      const accepted = await this.#send(kind);
      this.#complain("", kind);
      editor.blame(null);
      this.#results.replaceChildren(new Progress(null).element);
      this.#follow(accepted, `${NAMES[kind]} ${accepted.id}`);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#complain(error.message, error.status === 422 ? kind : "submit");
    } finally {
      this.#sending = false;
      form.removeAttribute("aria-busy");
    }
  }

  get #argumentsKey(): string {
    return `arguments:${this.#options.workspace.dataset.slug ?? ""}`;
  }

  async #send(kind: Kind): Promise<Accepted> {
    const { workspace, form, editor } = this.#options;
    const urls: Record<Kind, string | undefined> = {
      run: workspace.dataset.runUrl,
      submit: workspace.dataset.submitUrl,
      call: workspace.dataset.callUrl,
    };
    const chosen = form.elements.namedItem("function");
    const more: Record<string, string> = kind === "call" ? { arguments: this.#arguments.value } : {};
    if (kind === "call" && chosen instanceof HTMLSelectElement) more.function = chosen.value;
    for (;;) {
      try {
        return await send(urls[kind] ?? form.action, editor.text, more);
      } catch (error) {
        const stopping = performance.now() - this.#cancelledAt < STOPPING_MS;
        if (!(error instanceof Refused) || error.status !== 409 || !stopping) throw error;
        await new Promise((resolve) => window.setTimeout(resolve, AGAIN_MS));
      }
    }
  }

  /** Say what is wrong where it is: beside the arguments, or above the code. An empty text takes it away. */
  #complain(text: string, kind: Kind): void {
    for (const [place, said] of [
      [this.#trouble, kind === "call" ? "" : text],
      [this.#callTrouble, kind === "call" ? text : ""],
    ] as const) {
      place.textContent = said;
      place.hidden = !said;
    }
    if (kind === "call" && text) this.#arguments.setAttribute("aria-invalid", "true");
    else this.#arguments.removeAttribute("aria-invalid");
  }

  #follow(sent: Watched & { url: string }, name: string): void {
    this.#stopFollowing();
    this.#options.showResults();
    this.#status.replaceChildren(make("a", { href: sent.url }, name));
    this.#stopFollowing = follow(sent, this.#results, (report) => {
      if (!report) this.#cancelledAt = performance.now();
      this.#options.editor.blame(Number(report?.dataset.line ?? 0) || null);
      void this.#refreshHistory();
    });
  }

  /** The list of attempts is rendered by the server alone: fetch its page and take the list out of it. */
  async #refreshHistory(): Promise<void> {
    const response = await fetch(this.#options.workspace.dataset.historyUrl ?? "").catch(() => null);
    if (!response?.ok) return;
    const list = fromServer(await response.text()).querySelector("#history");
    if (!list) return;
    for (const code of list.querySelectorAll("details.code")) code.remove();
    const place = find("[data-history]");
    find("[data-count]").textContent = String(list.querySelectorAll(".history > li").length || "");
    place.replaceChildren(list);
    enhance(place);
  }
}
