import { defineConfig } from "vite";

export default defineConfig({
  // Relative, so that the site may be mounted under any path.
  base: "./",
  publicDir: false,
  build: {
    outDir: "../gradatim/static/dist",
    emptyOutDir: true,
    manifest: true,
    target: ["chrome123", "edge123", "firefox121", "safari17.5"],
    cssMinify: "lightningcss",
    // A font inlined as a data: address would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: ["src/main.ts", "src/workspace.ts", "src/styles/main.css"],
    },
  },
});
