import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { pageParts } from "../scripts/page-parts.ts";
import { preloadFace, scriptSizes } from "../scripts/script-sizes.ts";

export default defineConfig({
  plugins: [react(), scriptSizes(), pageParts(), preloadFace()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page has stays one part, whoever else uses a piece of it: many small parts pack worse.
          groups: [{ name: "base", test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\// }],
        },
      },
    },
  },
  server: { proxy: { "/api": "http://localhost:3000" } },
});
