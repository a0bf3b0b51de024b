import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { preloadFace, scriptSizes } from "../scripts/script-sizes.ts";

export default defineConfig({
  plugins: [react(), scriptSizes(), preloadFace()],
  build: { outDir: "dist", emptyOutDir: true },
  server: { proxy: { "/api": "http://localhost:3000" } },
});
