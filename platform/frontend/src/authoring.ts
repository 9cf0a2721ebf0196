/** The page of a draft: an editor over the plain form, files without reloads, everything saved as it is typed. */

import { startLeaving } from "./authoring/leaving";
import { Book } from "./authoring/book";
import { Faults } from "./authoring/faults";
import { Preview } from "./authoring/preview";
import { find } from "./dom";
import { startTabs } from "./workspace/tabs";

const page = find("[data-author]");
const form = document.querySelector<HTMLFormElement>("[data-file-form]");

startTabs(find("[data-side-tabs]"), find("[data-side-panels]"));
if (form) {
  const preview = new Preview(page);
  const book: Book = new Book({
    page,
    form,
    onText: (path, text) => preview.show(path, text),
    onOpened: (path, text) => {
      if (path === "problem.toml") find<HTMLAnchorElement>("[data-side-tabs] a[href='#keys']").click();
      else if (preview.suits(path)) find<HTMLAnchorElement>("[data-side-tabs] a[href='#preview']").click();
      preview.show(path, text);
      faults.mark();
    },
    onSaved: () => faults.ask(),
  });
  const faults = new Faults(page, book);
  startLeaving(page, book);
  void book.begin().then(() => faults.ask());
}
