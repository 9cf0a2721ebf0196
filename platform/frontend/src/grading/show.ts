/** Puts what comes in from the grader on the page, and tells those who do not see it. */

import { find, fromServer, make } from "../dom";
import { enhance } from "../enhance";
import { notify } from "../notices";
import { Progress } from "./progress";
import { type Follower, type State, type Watched, watch } from "./watch";

/** Follow a submission into `place`. `onDone` is called once the verdict is on the page. */
export function follow(watched: Watched, place: HTMLElement, onDone: (report: HTMLElement | null) => void): () => void {
  const { cancel } = watched;
  const progress = new Progress(cancel ? () => void callOff(cancel) : null);
  const follower: Follower = {
    onState(state: State) {
      if (!progress.element.isConnected) place.replaceChildren(progress.element);
      place.querySelector("[data-trouble]")?.remove();
      progress.show(state);
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

/** Ask that it is not graded; what comes of that is told by the events, as everything else. */
async function callOff(url: string): Promise<void> {
  const token = find<HTMLMetaElement>("meta[name=csrf-token]").content;
  const headers = { Accept: "application/json", "X-CSRFToken": token };
  const response = await fetch(url, { method: "POST", headers }).catch(() => null);
  if (!response?.ok) notify("It could not be cancelled just now. Its verdict will come.");
}

export function announce(text: string): void {
  find("[data-announcer]").textContent = text;
}

/** The verdict, or that there will be none, in one breath: its name, its sentence, the score, and how many mistakes are named. */
function spoken(place: HTMLElement): string {
  const parts = ["[data-cancelled] h2", ".verdict-name", ".sentence", ".figures", ".pitfall h4"].flatMap((selector) =>
    [...place.querySelectorAll(selector)].map((element) => (element.textContent ?? "").replace(/\s+/g, " ").trim()),
  );
  return parts
    .filter(Boolean)
    .map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
    .join(" ");
}
