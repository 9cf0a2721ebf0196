/** A regrade's page while it is being graded: counts as they come, and the whole page once there is something to decide. */

const AGAIN_MS = 5000;

export function startRegrade(): void {
  const place = document.querySelector<HTMLElement>("[data-regrade]");
  const url = place?.dataset.regrade;
  if (!place || !url) return;
  const source = new EventSource(url);
  source.addEventListener("state", (event) => show(place, JSON.parse(event.data) as Record<string, number>));
  source.addEventListener("done", () => {
    source.close();
    window.location.reload();
  });
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) window.setTimeout(() => window.location.reload(), AGAIN_MS);
  });
}

function show(place: HTMLElement, counts: Record<string, number>): void {
  for (const count of place.querySelectorAll<HTMLElement>("[data-count]")) {
    const value = counts[count.dataset.count ?? ""];
    if (value !== undefined) count.textContent = String(value);
  }
  const bar = place.querySelector("progress");
  if (bar && counts.done !== undefined) bar.value = counts.done;
}
