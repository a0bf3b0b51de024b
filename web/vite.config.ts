import react from "@vitejs/plugin-react";
import { defineConfig, type UserConfig } from "vite";
import { pageParts } from "../scripts/page-parts.ts";
import { preloadFace, scriptSizes } from "../scripts/script-sizes.ts";
import { sharedPart } from "../scripts/shared-parts.ts";

/**
 * What the server draws public pages with: all in one place, since it runs where no library of the web app is
 * installed.
 */
const drawing: UserConfig = {
  plugins: [react()],
  publicDir: false,
  build: { ssr: "src/entry-server.tsx", outDir: "dist/drawing", emptyOutDir: true },
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
          // What every page has stays one part, whoever else uses a piece of it: many small parts pack worse.
          groups: [
            { name: "base", test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\//, priority: 2 },
            { name: sharedPart, priority: 1 },
          ],
        },
      },
    },
  },
};

/** `vite build`: what browsers load. `vite build --mode drawing`: what the server loads besides. */
export default defineConfig(({ mode }) => (mode === "drawing" ? drawing : pages));
