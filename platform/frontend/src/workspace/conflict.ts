/** Two texts of one problem: shows the other beside one's own, and asks which to go on with. */

import { make } from "../dom";
import { enhance } from "../enhance";

interface Choice {
  theirs: string;
  savedAt: string | null;
  keepMine(): void;
  takeTheirs(): void;
}

const clock = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

export function showConflict(place: HTMLElement, { theirs, savedAt, keepMine, takeTheirs }: Choice): void {
  const end = (act: () => void) => (): void => {
    place.hidden = true;
    place.replaceChildren();
    act();
  };
  const at = savedAt === null ? "" : `, last on ${clock.format(new Date(savedAt))}`;
  const mine = make("button", { type: "button", class: "button" }, "Keep mine");
  const other = make("button", { type: "button", class: "button" }, "Take theirs");
  mine.addEventListener("click", end(keepMine));
  other.addEventListener("click", end(takeTheirs));
  const listing = make(
    "div",
    { class: "listing", "data-listing": "", tabindex: "0", role: "group", "aria-label": "The other text" },
    make("ol", {}, ...theirs.split("\n").map((line) => make("li", {}, line))),
  );
  place.replaceChildren(
    make("p", {}, `This problem was edited in another tab or on another device${at}. Yours is in the editor; this is the other text:`),
    listing,
    make("p", { class: "choices" }, mine, other),
  );
  place.hidden = false;
  enhance(place);
}
