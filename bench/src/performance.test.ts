import { expect, test } from "vitest";
import { withTable } from "./performance.ts";

const engine = [
  "# Engine, 2026-11-26",
  "",
  "Machine: 2 cores.",
  "",
  "| our time ÷ theirs | bar (aim) | what | sheaf | other tool | peak memory: sheaf / other tool |",
  "|---:|---|---|---:|---|---:|",
  "| **0.25** (4.0 × as fast) | ≤ 0.40 ✓ | 25 PDFs | 0.50 s | Ghostscript: 2.00 s | 230 MB / 50 MB |",
  "| — | ≤ 1.00 | 25 JPEGs | 0.60 s | img2pdf: not installed | 100 MB |",
  "|  | ≤ 1.00 s ✓ | one DOCX | **0.50 s** |  | 250 MB |",
  "",
  "| another | table |",
  "|---|---|",
  "| of | an earlier run |",
].join("\n");
const page = "Before.\n<!-- engine: here -->\nold\n<!-- /engine -->\nAfter.";

test("the table for users has the comparisons of a report and where they are from, in place of earlier ones", () => {
  const once = withTable(page, "engine", engine, "bench/results/2026-11-26-engine.md");
  expect(once.split("\n")).toEqual([
    "Before.",
    "<!-- engine: here -->",
    "Measured on 2026-11-26 (`bench/results/2026-11-26-engine.md`). Machine: 2 cores.",
    "",
    "| what | Sheaf | other tool | Sheaf's time ÷ the other's | peak memory: Sheaf / other tool |",
    "|---|---|---|---|---|",
    "| 25 PDFs | 0.50 s | Ghostscript: 2.00 s | **0.25** (4.0 × as fast) | 230 MB / 50 MB |",
    "<!-- /engine -->",
    "After.",
  ]);
  expect(withTable(once, "engine", engine, "bench/results/2026-11-26-engine.md")).toBe(once);
});

test("a page without the marked lines, or a report without a table, is refused", () => {
  expect(() => withTable("Nothing.", "ready", engine, "")).toThrow(/has no lines <!-- ready: …/);
  expect(() => withTable(page, "engine", "Nothing.", "results.md")).toThrow("results.md has no table.");
});
