/** Short notices at the foot of the page, with one thing to do. */

import { find, make } from "./dom";

const STAYS_MS = 12_000;

export function notify(text: string, action?: { label: string; run: () => void }): void {
  const notice = make("div", { class: "notice" }, make("p", {}, text));
  let timer = 0;
  const close = (): void => {
    window.clearTimeout(timer);
    notice.remove();
  };
  if (action) {
    const button = make("button", { type: "button" }, action.label);
    button.addEventListener("click", () => {
      close();
      action.run();
    });
    notice.append(button);
  }
  const dismiss = make("button", { type: "button", "aria-label": "Dismiss" }, "×");
  dismiss.addEventListener("click", close);
  notice.append(dismiss);
  find("[data-notices]").replaceChildren(notice);
  timer = window.setTimeout(close, STAYS_MS);
}
