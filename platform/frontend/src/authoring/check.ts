/** A check's page while it runs: what is being done, and the whole page again once it is over. */

import { find } from "../dom";

const AGAIN_MS = 5000;

interface Said {
  doing: string;
  done: number;
  total: number;
}

const place = find("[data-check]");
const source = new EventSource(place.dataset.check ?? "");
source.addEventListener("state", (event) => show(JSON.parse(event.data) as Said));
source.addEventListener("done", () => {
  source.close();
  window.location.reload();
});
source.addEventListener("error", () => {
  if (source.readyState === EventSource.CLOSED) window.setTimeout(() => window.location.reload(), AGAIN_MS);
});

function show({ doing, done, total }: Said): void {
  const heading = find("[data-doing]", place);
  if (heading.textContent !== doing) heading.textContent = doing;
  find("[data-count]", place).hidden = total === 0;
  find("[data-done]", place).textContent = String(done);
  find("[data-total]", place).textContent = String(total);
  const bar = find<HTMLProgressElement>("progress", place);
  bar.max = total || 1;
  bar.value = done;
}
