import type { PageReading } from "@sheaf/contracts/reading.ts";
import { expect, test } from "vitest";
import { takeResult } from "./taken-result.ts";

const word = { text: "£48.20", box: [10, 20, 30, 40], confidence: 90, line: 0 };
const fact = { kind: "total", value: "48.20", currency: "GBP", box: [10, 20, 30, 40] };
const readability = { dpi: 200, sharpness: 0.03, contrast: 0.8, skew: -1.5, coverage: 1, problem: null };
const line = { baseline: [1, 2, 3, 4], size: 12 };
const reading = {
  page: 1,
  width: 600,
  height: 800,
  source: "ocr",
  language: null,
  confidence: 90,
  lines: [line],
  words: [word],
  readability,
  turn: 0,
  facts: [fact],
};
const taken = (changed: object): PageReading | undefined =>
  takeResult(JSON.stringify({ reading: { ...reading, ...changed }, isFinal: false }), 1)?.reading;
const isTaken = (changed: object) => taken(changed) !== undefined;

test.each<[string, object, object]>([
  ["sides of 1 and less", { width: 1, words: [], facts: [] }, { width: 0.9, words: [], facts: [] }],
  ["a height of 1 and less", { height: 1, words: [], facts: [] }, { height: 0.9, words: [], facts: [] }],
  ["sides of 14,400 and more", { width: 14_400 }, { width: 14_401 }],
  ["a height of 14,400 and more", { height: 14_400 }, { height: 14_401 }],
  ["a confidence of 0 and less", { confidence: 0 }, { confidence: -1 }],
  ["a confidence of 100 and more", { confidence: 100 }, { confidence: 100.1 }],
  ["5,000 lines and more", { lines: Array(5_000).fill(line) }, { lines: Array(5_001).fill(line) }],
  ["5,000 words and more", { words: Array(5_000).fill(word) }, { words: Array(5_001).fill(word) }],
  ["500 facts and more", { facts: Array(500).fill(fact) }, { facts: Array(501).fill(fact) }],
  [
    "words of 200 letters and more",
    { words: [{ ...word, text: "a".repeat(200) }] },
    { words: [{ ...word, text: "a".repeat(201) }] },
  ],
  [
    "facts of 500 letters and more",
    { facts: [{ ...fact, value: "a".repeat(500) }] },
    { facts: [{ ...fact, value: "a".repeat(501) }] },
  ],
  ["lines of a size of 0 and less", { lines: [{ ...line, size: 0 }] }, { lines: [{ ...line, size: -1 }] }],
  [
    "lines of a size of 14,400 and more",
    { lines: [{ ...line, size: 14_400 }] },
    { lines: [{ ...line, size: 14_401 }] },
  ],
  [
    "baselines from -14,400 on and before",
    { lines: [{ ...line, baseline: [-14_400, 0, 0, 0] }] },
    { lines: [{ ...line, baseline: [-14_401, 0, 0, 0] }] },
  ],
  [
    "baselines to 28,800 and beyond",
    { lines: [{ ...line, baseline: [0, 0, 0, 28_800] }] },
    { lines: [{ ...line, baseline: [0, 0, 0, 28_801] }] },
  ],
  ["baselines of four numbers and three", { lines: [line] }, { lines: [{ ...line, baseline: [1, 2, 3] }] }],
  ["baselines of four numbers and five", { lines: [line] }, { lines: [{ ...line, baseline: [1, 2, 3, 4, 5] }] }],
  ["boxes of four numbers and three", {}, { words: [{ ...word, box: [10, 20, 30] }] }],
  ["words of the first line and before it", {}, { words: [{ ...word, line: -1 }] }],
  [
    "words of the last line and behind it",
    { lines: [line, line], words: [{ ...word, line: 1 }] },
    { lines: [line, line], words: [{ ...word, line: 2 }] },
  ],
  ["words of a line and between two", {}, { lines: [line, line], words: [{ ...word, line: 0.5 }] }],
  ["words of confidence 0 and less", { words: [{ ...word, confidence: 0 }] }, { words: [{ ...word, confidence: -1 }] }],
  [
    "words of confidence 100 and more",
    { words: [{ ...word, confidence: 100 }] },
    { words: [{ ...word, confidence: 101 }] },
  ],
  [
    "boxes a point left of the page and further",
    { words: [{ ...word, box: [-1, 0, 5, 5] }] },
    { words: [{ ...word, box: [-1.1, 0, 5, 5] }] },
  ],
  [
    "boxes a point above the page and further",
    { words: [{ ...word, box: [0, -1, 5, 5] }] },
    { words: [{ ...word, box: [0, -1.1, 5, 5] }] },
  ],
  [
    "boxes a point right of the page and further",
    { words: [{ ...word, box: [0, 0, 601, 5] }] },
    { words: [{ ...word, box: [0, 0, 601.1, 5] }] },
  ],
  [
    "boxes a point below the page and further",
    { words: [{ ...word, box: [0, 0, 5, 801] }] },
    { words: [{ ...word, box: [0, 0, 5, 801.1] }] },
  ],
  [
    "boxes without a width and less",
    { words: [{ ...word, box: [5, 5, 5, 9] }] },
    { words: [{ ...word, box: [5, 5, 4, 9] }] },
  ],
  [
    "boxes without a height and less",
    { words: [{ ...word, box: [5, 5, 9, 5] }] },
    { words: [{ ...word, box: [5, 5, 9, 4] }] },
  ],
  [
    "no resolution and less than none",
    { readability: { ...readability, dpi: null } },
    { readability: { ...readability, dpi: -1 } },
  ],
  [
    "a resolution of a million and more",
    { readability: { ...readability, dpi: 1e6 } },
    { readability: { ...readability, dpi: 1e6 + 1 } },
  ],
  [
    "sharpness of 0 and less",
    { readability: { ...readability, sharpness: 0 } },
    { readability: { ...readability, sharpness: -0.1 } },
  ],
  [
    "contrast of 0 and less",
    { readability: { ...readability, contrast: 0 } },
    { readability: { ...readability, contrast: -0.1 } },
  ],
  [
    "contrast of 1 and more",
    { readability: { ...readability, contrast: 1 } },
    { readability: { ...readability, contrast: 1.1 } },
  ],
  [
    "a skew of -180 and less",
    { readability: { ...readability, skew: -180 } },
    { readability: { ...readability, skew: -181 } },
  ],
  [
    "a skew of 180 and more",
    { readability: { ...readability, skew: 180 } },
    { readability: { ...readability, skew: 181 } },
  ],
  [
    "coverage of 0 and less",
    { readability: { ...readability, coverage: 0 } },
    { readability: { ...readability, coverage: -0.1 } },
  ],
  [
    "coverage of 1 and more",
    { readability: { ...readability, coverage: 1 } },
    { readability: { ...readability, coverage: 1.1 } },
  ],
  [
    "a problem that is known and one that is not",
    { readability: { ...readability, problem: "small" } },
    { readability: { ...readability, problem: "big" } },
  ],
  [
    "facts without a currency and in none",
    { facts: [{ ...fact, currency: undefined }] },
    { facts: [{ ...fact, currency: "" }] },
  ],
  [
    "text with a line break and with a tab",
    { facts: [{ ...fact, value: "a\nb" }] },
    { facts: [{ ...fact, value: "a\tb" }] },
  ],
  ["a list and a number", {}, { facts: 7 }],
  ["words of an unread page and of a text layer", { source: "text" }, { source: "unread" }],
])("the first, not the second, is taken: %s", (_, within, beyond) => {
  expect(isTaken(within)).toBe(true);
  expect(isTaken(beyond)).toBe(false);
});

test("a page without words has no lines and no confidence", () => {
  expect(taken({ words: [], facts: [] })).toMatchObject({ lines: [], confidence: null });
  expect(taken({ source: "blank", words: [], facts: [], confidence: "high" })).toMatchObject({ source: "blank" });
});

test("a page whose text is its own has no readability, and one without facts none", () => {
  expect(taken({ source: "text" })).toMatchObject({ readability: null });
  expect(taken({ facts: [{ ...fact, currency: undefined }] })?.facts).toEqual([
    { kind: "total", value: "48.20", box: [10, 20, 30, 40] },
  ]);
});

test("boxes are cut at the edges of the page", () => {
  const box = (...sides: number[]) => taken({ words: [{ ...word, box: sides }] })?.words[0]?.box;
  expect(box(-0.5, -0.7, 600.5, 800.7)).toEqual([0, 0, 600, 800]);
  expect(box(11, 22, 33, 44)).toEqual([11, 22, 33, 44]);
});

test.each([
  [true, true],
  [false, false],
  ["yes", false],
  [undefined, false],
])("a result that says %j is final: %s", (isFinal, final) => {
  expect(takeResult(JSON.stringify({ reading, isFinal }), 1)?.isFinal).toBe(final);
});
