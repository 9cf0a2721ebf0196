/** How somebody likes the editor: the size of its letters, and whose keys it has. Remembered in this browser. */

import { find } from "../dom";
import type { Editor } from "../editor/editor";
import { isKeys, type Keys } from "../editor/keymaps";
import { recall, remember } from "../memory";
import { notify } from "../notices";

const SIZES_PX = [11, 12, 13, 14, 15, 16, 18, 20, 24];
const FIRST_PX = 13;

export function startPreferences(box: HTMLElement, { workspace, editor }: { workspace: HTMLElement; editor: Editor }): void {
  startSize(box, workspace, editor);
  startChoice(find<HTMLSelectElement>("[data-editor-keys]", box), editor);
  closesBySide(box);
  box.hidden = false;
}

function startSize(box: HTMLElement, workspace: HTMLElement, editor: Editor): void {
  const smaller = find<HTMLButtonElement>("[data-smaller]", box);
  const larger = find<HTMLButtonElement>("[data-larger]", box);
  let at = SIZES_PX.indexOf(Number(recall("editor-size") ?? FIRST_PX));
  if (at < 0) at = SIZES_PX.indexOf(FIRST_PX);
  const put = (index: number): void => {
    at = Math.min(SIZES_PX.length - 1, Math.max(0, index));
    const size = SIZES_PX[at] ?? FIRST_PX;
    workspace.style.setProperty("--editor-text", `${size / 16}rem`); // grows with the browser's own letters
    find("[data-size]", box).textContent = `${size} px`;
    for (const [button, end] of [[smaller, 0], [larger, SIZES_PX.length - 1]] as const) {
      button.setAttribute("aria-disabled", String(at === end)); // and stays focused
    }
    remember("editor-size", String(size));
    editor.measure();
  };
  smaller.addEventListener("click", () => put(at - 1));
  larger.addEventListener("click", () => put(at + 1));
  put(at);
}

function startChoice(select: HTMLSelectElement, editor: Editor): void {
  const use = async (keys: Keys): Promise<void> => {
    try {
      await editor.use(keys);
    } catch {
      notify("These keys could not be fetched just now. The editor has its own until you choose again.");
    }
  };
  const kept = recall("editor-keys");
  if (isKeys(kept) && kept !== "standard") {
    select.value = kept;
    void use(kept);
  }
  select.addEventListener("change", () => {
    if (!isKeys(select.value)) return;
    remember("editor-keys", select.value);
    void use(select.value);
  });
}

/** A click elsewhere, leaving it and Escape put it away. */
function closesBySide(box: HTMLElement): void {
  const close = (): void => box.removeAttribute("open");
  const beside = (event: Event): void => {
    if (event.target instanceof Node && !box.contains(event.target)) close();
  };
  document.addEventListener("pointerdown", beside);
  document.addEventListener("focusin", beside);
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    close();
    find("summary", box).focus();
  });
}
