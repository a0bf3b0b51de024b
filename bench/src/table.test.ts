import { expect, test } from "vitest";
import { type Measured, type MeasuredRival, table } from "./table.ts";

const MB = 1024 * 1024;
const rival = (changed: Partial<MeasuredRival> = {}): MeasuredRival => ({
  name: "Ghostscript",
  missing: null,
  ms: 2_000,
  peakBytes: 50 * MB,
  ratio: 0.25,
  bar: 0.4,
  aim: 0.3,
  ...changed,
});
const row = (changed: Partial<Measured> = {}): Measured => ({
  what: "25 PDFs",
  ms: 500,
  spreadMs: [490, 510],
  peakBytes: 230 * MB,
  barMs: null,
  barBytes: null,
  rivals: [rival()],
  ...changed,
});
const linesOf = (...rows: Measured[]) => table(rows).split("\n").slice(2);

test("a line states the ratio, whether the limit is kept, and the seconds and memory of both sides", () => {
  expect(linesOf(row())).toEqual([
    "| **0.25** (4.0 × as fast) | ≤ 0.40 (0.30) ✓ | 25 PDFs | 0.50 s | Ghostscript: 2.00 s | 230 MB / 50 MB |",
  ]);
});

test.each<[string, Partial<MeasuredRival>, string]>([
  ["a ratio equal to the limit keeps it", { ratio: 0.4 }, "| **0.40** (2.5 × as fast) | ≤ 0.40 (0.30) ✓ |"],
  ["a ratio above the limit fails", { ratio: 0.41 }, "| **0.41** (2.4 × as fast) | ≤ 0.40 (0.30) ✗ |"],
  ["a slower program is not called faster", { ratio: 2.5, bar: 3, aim: null }, "| **2.50** | ≤ 3.00 ✓ |"],
  ["without a limit nothing is judged", { bar: null }, "| **0.25** (4.0 × as fast) |  |"],
])("%s", (_, changed, begins) => {
  expect(linesOf(row({ rivals: [rival(changed)] }))[0]?.slice(0, begins.length)).toBe(begins);
});

test("a program that is not installed is named, and its row is not judged", () => {
  const [line] = linesOf(row({ rivals: [rival({ missing: "not installed", ratio: Number.NaN })] }));
  expect(line).toBe("| — | ≤ 0.40 (0.30) | 25 PDFs | 0.50 s | Ghostscript: not installed | 230 MB |");
});

test.each([
  [900, "≤ 1.00 s ✓"],
  [1_001, "≤ 1.00 s ✗"],
])("%i ms with a limit for Sheaf's own time is shown as %s", (ms, judged) => {
  const [line] = linesOf(row({ ms, barMs: 1_000, rivals: [] }));
  expect(line).toBe(`|  | ${judged} | 25 PDFs | **${(ms / 1000).toFixed(2)} s** |  | 230 MB |`);
});

test.each([
  [250, "≤ 250 MB ✓"],
  [251, "≤ 250 MB ✗"],
])("%i MB with a limit for Sheaf's memory is shown as %s", (megabytes, judged) => {
  const [line] = linesOf(row({ peakBytes: megabytes * MB, barBytes: 250 * MB, rivals: [] }));
  expect(line).toBe(`|  | ${judged} | 25 PDFs | 0.50 s |  | **${megabytes} MB** |`);
});
