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
  rivals: [rival()],
  ...changed,
});
const linesOf = (...rows: Measured[]) => table(rows).split("\n").slice(2);

test("a ratio says how many times as fast, whether the bar holds, and both sides' seconds and memory", () => {
  expect(linesOf(row())).toEqual([
    "| **0.25** (4.0 × as fast) | ≤ 0.40 (0.30) ✓ | 25 PDFs | 0.50 s | Ghostscript: 2.00 s | 230 MB / 50 MB |",
  ]);
});

test.each<[string, Partial<MeasuredRival>, string]>([
  ["a bar is kept when the ratio is just that", { ratio: 0.4 }, "| **0.40** (2.5 × as fast) | ≤ 0.40 (0.30) ✓ |"],
  ["a ratio above the bar breaks it", { ratio: 0.41 }, "| **0.41** (2.4 × as fast) | ≤ 0.40 (0.30) ✗ |"],
  ["who is slower is not called fast", { ratio: 2.5, bar: 3, aim: null }, "| **2.50** | ≤ 3.00 ✓ |"],
  ["without a bar nothing is judged", { bar: null }, "| **0.25** (4.0 × as fast) |  |"],
])("%s", (_, changed, begins) => {
  expect(linesOf(row({ rivals: [rival(changed)] }))[0]?.slice(0, begins.length)).toBe(begins);
});

test("who is not installed is named, and judges nothing", () => {
  const [line] = linesOf(row({ rivals: [rival({ missing: "not installed", ratio: Number.NaN })] }));
  expect(line).toBe("| — | ≤ 0.40 (0.30) | 25 PDFs | 0.50 s | Ghostscript: not installed | 230 MB |");
});

test.each([
  [900, "≤ 1.00 s ✓"],
  [1_001, "≤ 1.00 s ✗"],
])("%i ms against a bar of our own is %s", (ms, judged) => {
  const [line] = linesOf(row({ ms, barMs: 1_000, rivals: [] }));
  expect(line).toBe(`|  | ${judged} | 25 PDFs | **${(ms / 1000).toFixed(2)} s** |  | 230 MB |`);
});
