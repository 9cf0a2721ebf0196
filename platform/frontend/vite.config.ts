import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

import { defineConfig, type Plugin } from "vite";

import { cutFonts } from "./cut-fonts";

const OUT = "../gradatim/static/dist";

/** Puts a .br and a .gz beside every text file, so that no server has to press them again for each visitor. */
function pressed(): Plugin {
  return {
    name: "pressed",
    apply: "build",
    async closeBundle() {
      const folder = join(import.meta.dirname, OUT, "assets");
      const names = (await readdir(folder)).filter((name) => /\.(js|css)$/.test(name));
      const press = async (name: string): Promise<void> => {
        const content = await readFile(join(folder, name));
        await writeFile(join(folder, `${name}.br`), await promisify(brotliCompress)(content));
        await writeFile(join(folder, `${name}.gz`), await promisify(gzip)(content, { level: 9 }));
      };
      await Promise.all(names.map(press));
    },
  };
}

/** Every browser that this site is built for reads WOFF2: KaTeX's older formats are left out. */
function onlyWoff2(): Plugin {
  return {
    name: "only-woff2",
    enforce: "pre",
    transform(code, id) {
      if (!id.includes("katex.min.css")) return null;
      return code.replace(/,url\([^)]+\.(?:woff|ttf)\) format\("(?:woff|truetype)"\)/g, "");
    },
  };
}

/** The package marks the binding of its keys as having no effect; believed, it would be left out. */
function emacsKeys(): Plugin {
  return {
    name: "emacs-keys",
    transform(code, id) {
      if (!id.includes("codemirror-emacs")) return null;
      return code.replaceAll(/^(\s*)\/\*@__PURE__\*\/(?=EmacsHandler\.)/gm, "$1");
    },
  };
}

export default defineConfig({
  // Relative, so that the site may be mounted under any path.
  base: "./",
  publicDir: false,
  plugins: [cutFonts(), onlyWoff2(), emacsKeys(), pressed()],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    manifest: true,
    target: ["chrome123", "edge123", "firefox121", "safari17.5"],
    cssMinify: "lightningcss",
    // A font inlined as a data: address would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: {
      checks: { pluginTimings: false }, // pressing takes long, and is meant to
      input: [
        "src/main.ts",
        "src/workspace.ts",
        "src/authoring.ts",
        "src/authoring/check.ts",
        "src/styles/main.css",
        "src/authoring/authoring.css",
      ],
    },
  },
});
