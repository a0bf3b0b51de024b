import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { pageParts } from "../scripts/page-parts.ts";
import { preloadFace, scriptSizes } from "../scripts/script-sizes.ts";

export default defineConfig({
  plugins: [react(), scriptSizes(), pageParts(), preloadFace()],
  build: { outDir: "dist", emptyOutDir: true },
  server: { proxy: { "/api": "http://localhost:3000" } },
});
