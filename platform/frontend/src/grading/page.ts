/** A submission's own page, when it was opened before the verdict was there. */

import { follow } from "./show";

export function startLivePage(): void {
  const place = document.querySelector<HTMLElement>("[data-live]");
  const events = place?.dataset.pendingEvents;
  const result = place?.dataset.pendingResult;
  const cancel = place?.dataset.pendingCancel;
  if (place && events && result) follow({ events, result, ...(cancel && { cancel }) }, place, () => undefined);
}
