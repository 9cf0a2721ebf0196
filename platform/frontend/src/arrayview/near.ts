/** Does something once, when the reader comes near an element. */

const NEAR = "600px";

export function whenNear(element: HTMLElement, act: () => void, signal: AbortSignal): void {
  const watch = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watch.disconnect();
      act();
    },
    { rootMargin: NEAR },
  );
  watch.observe(element);
  signal.addEventListener("abort", () => watch.disconnect());
}
