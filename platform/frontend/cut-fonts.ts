import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import subsetFont from "subset-font";
import type { Plugin } from "vite";

const SHEETS = ["src/styles/fonts.css", "src/styles/formulas.css"];
const PACKAGES = join(import.meta.dirname, "node_modules");
const CUT = /@font-face \{[^}]*url\("[^"]*node_modules\/\.cut\/([^"]+)"\)[^}]*unicode-range: ([^;]+);/g;

/**
 * Cuts fonts down to the letters that nearly every page holds. Whatever a style sheet takes from node_modules/.cut/ is
 * made of the file of the same name in node_modules/, with the letters of its unicode-range.
 */
export function cutFonts(): Plugin {
  return {
    name: "cut-fonts",
    async buildStart() {
      const sheets = await Promise.all(SHEETS.map((sheet) => readFile(join(import.meta.dirname, sheet), "utf8")));
      const wanted = sheets.flatMap((sheet) => [...sheet.matchAll(CUT)]);
      await Promise.all(wanted.map(([, path = "", ranges = ""]) => cut(path, ranges)));
    },
  };
}

async function cut(path: string, ranges: string): Promise<void> {
  const whole = await readFile(join(PACKAGES, path));
  const target = join(PACKAGES, ".cut", path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, await subsetFont(whole, lettersOf(ranges), { targetFormat: "woff2" }));
}

/** `ranges`: as in a unicode-range, "U+0020-007E, U+00A0". */
function lettersOf(ranges: string): string {
  const each = ranges.split(",").map((range) => range.trim().slice(2).split("-").map((code) => parseInt(code, 16)));
  return each
    .flatMap(([first = 0, last = first]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
    .map((code) => String.fromCodePoint(code))
    .join("");
}
