/** What is made better once it comes near the screen: formulas, listings, times. */

import { linkMatrices } from "./matrices";

const seen = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      seen.unobserve(entry.target);
      if (entry.target instanceof HTMLElement) void improve(entry.target);
    }
  },
  { rootMargin: "400px" },
);

async function improve(element: HTMLElement): Promise<void> {
  if (element.matches(".math")) {
    const { setFormulas } = await import("./math");
    setFormulas(element.closest(".prose") ?? element.parentElement ?? document);
  } else if (element.matches("array-view, array-comparison")) {
    await import("./arrayview");
  } else if (element.matches("[data-try]")) {
    const { dress } = await import("./blocks/snippet");
    dress(element);
  } else {
    const { colour } = await import("./listing");
    colour(element);
  }
}

const local = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** What is wider than its place scrolls, and what scrolls can be reached by keyboard. */
const sized = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (!(target instanceof HTMLElement)) continue;
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});

export function enhance(root: ParentNode): void {
  for (const wide of root.querySelectorAll(".prose :is(pre, table, .math.block)")) sized.observe(wide);
  for (const pair of root.querySelectorAll<HTMLElement>(".matrices")) linkMatrices(pair);
  for (const element of root.querySelectorAll(".math:not([data-set]), [data-listing], array-view, array-comparison, [data-try]")) seen.observe(element);
  for (const time of root.querySelectorAll("time")) {
    const at = new Date(time.dateTime);
    if (!Number.isNaN(at.valueOf())) time.textContent = local.format(at);
  }
}
