/** What the staff's pages of one problem do: charts are drawn at once, so that nothing moves while one reads. */

import { startRegrade } from "./regrade";

export function startStaff(): void {
  startRegrade();
  const figures = document.querySelectorAll<HTMLElement>("[data-chart]");
  if (figures.length) void import("./charts").then(({ drawChart }) => figures.forEach(drawChart));
}
