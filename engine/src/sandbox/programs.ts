import { join } from "node:path";

/** What a sandboxed process starts in processes of their own. In a bundle this module is another: see `bundle.ts`. */
export const programs = {
  "office-kit-child": join(import.meta.dirname, "..", "office", "office-kit-child.ts"),
  "libpdf-child": join(import.meta.dirname, "..", "pdf", "libpdf-child.ts"),
} as const;
