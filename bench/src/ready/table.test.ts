import { expect, test } from "vitest";
import type { BesideReading } from "./beside-reading.ts";
import type { Measured } from "./run.ts";
import { besideReadingTable, readingHolds, readyHolds, readyTable } from "./table.ts";
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

const beside = (changed: Partial<BesideReading> = {}): BesideReading => ({
  upload: upload(),
  unreadMs: [380, 400, 420],
  readMs: [390, 420, 480],
  besideMs: [450, 500, 2_400],
  ...changed,
});

test("a line compares an upload while pages are read with the same one while none are", () => {
  expect(besideReadingTable([beside()]).split("\n").slice(2)).toEqual([
    "| one DOCX | **0.400 s** | 0.420 s | **0.420 s** | 0.480 s | 1.05 ✓ (≤ 1.05) | **0.500 s** | 2.400 s | 2.400 s | 2000 ms ✓ (≤ 2000) |",
  ]);
});

test.each<[string, BesideReading, boolean]>([
  ["within its limits it passes", beside(), true],
  ["an upload whose own pages delay it fails", beside({ readMs: [421, 421, 421] }), false],
  ["one upload that waits too long for another practice's scans fails", beside({ besideMs: [400, 400, 2_401] }), false],
])("%s", (_, each, holds) => expect(readingHolds([beside(), each])).toBe(holds));
