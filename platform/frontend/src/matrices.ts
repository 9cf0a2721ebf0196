/** Two arrays that are compared scroll as one, and open where they first differ. */

export function linkMatrices(pair: HTMLElement): void {
  const boxes = [...pair.querySelectorAll<HTMLElement>(".scroll")];
  for (const box of boxes) {
    box.addEventListener("scroll", () => {
      for (const other of boxes) {
        if (other === box) continue;
        other.scrollLeft = box.scrollLeft;
        other.scrollTop = box.scrollTop;
      }
    });
  }
  const first = pair.querySelector<HTMLElement>("td.first");
  const box = first?.closest<HTMLElement>(".scroll");
  if (!first || !box) return;
  const cell = first.getBoundingClientRect();
  const frame = box.getBoundingClientRect();
  if (cell.right > frame.right) box.scrollLeft = cell.left - frame.left - frame.width / 2;
  if (cell.bottom > frame.bottom) box.scrollTop = cell.top - frame.top - frame.height / 2;
}
