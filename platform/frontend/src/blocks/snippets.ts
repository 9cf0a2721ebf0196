/** Snippets of a lesson: run in the sandbox, with what they print below them. */

import { find, fromServer, make } from "../dom";
import { Refused, send } from "../grading/send";
import { announce } from "../grading/show";
import { watch } from "../grading/watch";

export function startSnippets(): void {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    const block = form instanceof HTMLFormElement ? form.closest<HTMLElement>("[data-try]") : null;
    if (!block || !(form instanceof HTMLFormElement)) return;
    event.preventDefault();
    void run(block, form);
  });
}

async function run(block: HTMLElement, form: HTMLFormElement): Promise<void> {
  if (block.hasAttribute("aria-busy")) return;
  block.setAttribute("aria-busy", "true");
  const status = find("[data-try-status]", block);
  const output = find("[data-try-output]", block);
  const end = (words: string): void => {
    status.textContent = words;
    block.removeAttribute("aria-busy");
  };
  status.textContent = "Running…";
  try {
    const sent = await send(form.action, find<HTMLTextAreaElement>("[data-snippet]", block).value);
    watch(sent, {
      onState: (state) => {
        status.textContent = state.state === "waiting" ? "Waiting for the sandbox…" : "Running…";
      },
      onTrouble: () => (status.textContent = "The site cannot be reached just now; still trying."),
      onDone: (html) => {
        output.replaceChildren(fromServer(html));
        end("");
        announce(`The snippet ran. ${(output.textContent ?? "").replace(/\s+/g, " ").trim().slice(0, 400)}`);
      },
    });
  } catch (error) {
    end("");
    if (!(error instanceof Refused)) throw error;
    output.replaceChildren(make("p", { class: "wrong", role: "alert" }, error.message.replaceAll("code", "snippet")));
  }
}
