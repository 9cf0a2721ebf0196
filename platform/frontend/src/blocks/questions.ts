/** Answers questions without leaving the page. The server judges; here its words are put in place. */

import { find, fromServer } from "../dom";
import { enhance } from "../enhance";
import { announce } from "../grading/show";

interface Judged {
  html: string;
  solved: number;
  questions: number;
}

export function startQuestions(): void {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.closest("[data-quiz]")) return;
    event.preventDefault();
    void send(form, event.submitter);
  });
}

async function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const block = form.closest<HTMLElement>("[data-quiz]");
  if (!block || block.hasAttribute("aria-busy")) return;
  block.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      headers: { Accept: "application/json" },
      body: new URLSearchParams([...new FormData(form, submitter)].map(([name, value]) => [name, String(value)])),
    });
    const told: unknown = await answer.json();
    if (answer.ok && isJudged(told)) put(block, told);
    else complain(block, trouble(told) ?? "This could not be checked just now. Try again in a moment.");
  } catch {
    complain(block, "The site cannot be reached. Your answer is still here; try again in a moment.");
  } finally {
    block.removeAttribute("aria-busy");
  }
}

function put(block: HTMLElement, { html, solved, questions }: Judged): void {
  const fresh = fromServer(html).firstElementChild;
  if (!(fresh instanceof HTMLElement)) return;
  block.replaceWith(fresh);
  enhance(fresh);
  const count = document.querySelector("[data-solved-count] b");
  if (count) count.textContent = String(solved);
  const said = find("[data-said]", fresh);
  const words = (said.textContent ?? "").replace(/\s+/g, " ").trim();
  if (words) {
    announce(solved === questions ? `${words} All questions are solved.` : words);
    said.focus({ preventScroll: true });
    said.scrollIntoView({ block: "nearest" });
  } else {
    fresh.querySelector<HTMLElement>("input:not([type=hidden]), textarea")?.focus();
  }
}

function complain(block: HTMLElement, words: string): void {
  const place = find("[data-quiz-trouble]", block);
  place.textContent = words;
  place.hidden = false;
}

function isJudged(answer: unknown): answer is Judged {
  return typeof answer === "object" && answer !== null && "html" in answer;
}

function trouble(answer: unknown): string | null {
  const error = (answer as { error?: { message?: unknown } } | null)?.error;
  return typeof error?.message === "string" ? error.message : null;
}
