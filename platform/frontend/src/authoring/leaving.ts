/** Buttons of the page that lead elsewhere wait until everything typed is on the server. */

import type { Book } from "./book";

export function startLeaving(page: HTMLElement, book: Book): void {
  for (const form of page.querySelectorAll<HTMLFormElement>("form:not([data-file-form])")) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void book.settle().then(() => form.submit());
    });
  }
  window.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "s") {
      event.preventDefault();
      void book.settle();
    }
  });
}
