import react from "@vitejs/plugin-react";
import { defineConfig, type UserConfig } from "vite";
import { pageParts } from "../scripts/page-parts.ts";
import { preloadFace, scriptSizes } from "../scripts/script-sizes.ts";
import { partOfFolder, sharedPart } from "../scripts/shared-parts.ts";

/**
 * Build of the server's rendering: one bundle with all dependencies, because the web app's packages are not installed
 * where it runs.
 */
const rendering: UserConfig = {
  plugins: [react()],
  publicDir: false,
  build: { ssr: "src/entry-server.tsx", outDir: "dist/rendering", emptyOutDir: true },
  ssr: { noExternal: true },
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
};

const pages: UserConfig = {
  plugins: [react(), scriptSizes(), pageParts(), preloadFace()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // The base of every page stays one chunk, whichever page uses a piece of it: many small chunks compress
          // worse.
          groups: [
            { name: "base", test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\//, priority: 3 },
            { name: sharedPart, priority: 2 },
            { name: partOfFolder, priority: 1 },
          ],
        },
      },
    },
  },
};

/** `vite build` builds the pages for browsers, `vite build --mode rendering` the server's rendering. */
export default defineConfig(({ mode }) => (mode === "rendering" ? rendering : pages));
