/** The page of a draft: an editor over the plain form, files without reloads, everything saved as it is typed. */

import { Book } from "./authoring/book";
import { Faults } from "./authoring/faults";
import { startLeaving } from "./authoring/leaving";
import { Preview } from "./authoring/preview";
import { find } from "./dom";
import { load } from "./workspace/kept";
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
  void book.begin().then(() => {
    faults.ask();
    if (!preview.suits(book.path)) void showStatement(preview);
  });
}

/** So that there is something to see beside a file that students do not read. */
async function showStatement(preview: Preview): Promise<void> {
  const path = "statement.md";
  const kept = await load((page.dataset.fileUrl ?? "").replace("FILE", path));
  if (kept?.source) preview.show(path, kept.source);
}
