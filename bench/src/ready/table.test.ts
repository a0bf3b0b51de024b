import { expect, test } from "vitest";
import type { Measured } from "./run.ts";
import { readyHolds, readyTable } from "./table.ts";
import type { Upload } from "./uploads.ts";

const upload = (changed: Partial<Upload> = {}): Upload => ({
  key: "docx",
  what: "one DOCX",
  files: ["invoice.docx"],
  differenceBarMs: 100,
  httpAimMs: null,
  ...changed,
});
const measured = (changed: Partial<Measured> = {}): Measured => ({
  upload: upload(),
  httpMs: [100, 120, 150],
  browserMs: [200, 220, 260],
  ...changed,
});
const linesOf = (...each: Measured[]) => readyTable(each).split("\n").slice(2);

test("a line states p50 and p95 of both ways, their difference and their spread", () => {
  expect(linesOf(measured())).toEqual([
    "| one DOCX | **0.120 s** | 0.150 s | **0.220 s** | 0.260 s | **100 ms** | ≤ 100 ms ✓ | 1.25 ✓, 1.18 ✓ |  |",
  ]);
});

test("an aim is shown in brackets", () => {
  const mixed = (httpMs: number) =>
    linesOf(measured({ upload: upload({ httpAimMs: 850 }), httpMs: [httpMs], browserMs: [httpMs] }))[0];
  expect(mixed(850)).toMatch(/\| \(0\.850 s\) ✓ \|$/);
  expect(mixed(851)).toMatch(/\| \(0\.850 s\) ✗ \|$/);
});

test.each<[string, Measured, boolean]>([
  ["within its limits it passes", measured(), true],
  ["a browser more than the limit behind HTTP fails", measured({ browserMs: [221, 221, 221] }), false],
  ["a p95 above one and a half times the p50 fails over HTTP", measured({ httpMs: [120, 120, 181] }), false],
  ["a p95 above one and a half times the p50 fails in the browser", measured({ browserMs: [120, 120, 181] }), false],
  ["a missed aim does not fail", measured({ upload: upload({ httpAimMs: 1 }) }), true],
])("%s", (_, each, holds) => expect(readyHolds([measured(), each])).toBe(holds));
