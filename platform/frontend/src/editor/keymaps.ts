/** Keys of other editors, by choice. Each is fetched only by those who choose it. */

import type { Extension } from "@codemirror/state";

export type Keys = "standard" | "vim" | "emacs";

export function isKeys(name: string | null): name is Keys {
  return name === "standard" || name === "vim" || name === "emacs";
}

export async function extensionOf(keys: Keys): Promise<Extension> {
  switch (keys) {
    case "vim":
      return (await import("@replit/codemirror-vim")).vim({ status: true });
    case "emacs":
      return (await import("@replit/codemirror-emacs")).emacs();
    case "standard":
      return [];
  }
}
