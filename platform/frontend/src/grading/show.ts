/** Puts what comes in from the grader on the page, and tells those who do not see it. */

import { find, fromServer, make } from "../dom";
import { enhance } from "../enhance";
import { progress } from "./progress";
import { type Follower, type State, type Watched, watch } from "./watch";

/** Follow a submission into `place`. `onDone` is called once the verdict is on the page. */
export function follow(watched: Watched, place: HTMLElement, onDone: (report: HTMLElement | null) => void): () => void {
  let last = "";
  const follower: Follower = {
    onState(state: State) {
      const key = JSON.stringify(state);
      if (key === last) return;
      last = key;
      place.replaceChildren(progress(state));
    },
    onDone(html: string) {
      place.replaceChildren(fromServer(html));
      place.scrollTop = 0;
      enhance(place);
      const report = place.querySelector<HTMLElement>(".report");
      announce(spoken(place));
      onDone(report);
    },
    onTrouble() {
      if (place.querySelector("[data-trouble]")) return;
      place.append(make("p", { "data-trouble": "", class: "status" }, "The site cannot be reached just now; still trying."));
    },
  };
  return watch(watched, follower);
}

export function announce(text: string): void {
  find("[data-announcer]").textContent = text;
}

/** The verdict in one breath: its name, its sentence, the score, and how many mistakes are named. */
function spoken(place: HTMLElement): string {
  const parts = [".verdict-name", ".sentence", ".figures", ".pitfall h4"].flatMap((selector) =>
    [...place.querySelectorAll(selector)].map((element) => (element.textContent ?? "").replace(/\s+/g, " ").trim()),
  );
  return parts.filter(Boolean).join(". ");
}
