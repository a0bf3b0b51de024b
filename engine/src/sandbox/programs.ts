import { join } from "node:path";

/** What a sandboxed process starts in processes of their own. In a bundle this module is another: see `bundle.ts`. */
export const programs = {
  "kit-child": join(import.meta.dirname, "..", "office", "kit-child.ts"),
  "libpdf-child": join(import.meta.dirname, "..", "pdf", "libpdf-child.ts"),
} as const;
