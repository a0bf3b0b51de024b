import { join } from "node:path";

/** Programs that a sandboxed process starts as child processes. A bundle replaces this module: see `make-bundle.ts`. */
export const programs = {
  "office-kit-child": join(import.meta.dirname, "..", "office", "office-kit-child.ts"),
  "libpdf-child": join(import.meta.dirname, "..", "pdf", "libpdf-child.ts"),
} as const;
