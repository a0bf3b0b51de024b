import type { PageReading } from "@sheaf/contracts/reading.ts";
import { expect, test } from "vitest";
import { maxTextWords, readTextPages, type TextPage, textPagesOf, writeTextPages } from "./text-page.ts";

const line = { baseline: [1, 2, 3, 2] as [number, number, number, number], size: 10 };
const box: [number, number, number, number] = [1, 2, 3, 4];
const reading = (page: number, source: PageReading["source"], ...confidences: number[]) =>
  ({
    page,
    source,
    lines: [line],
    words: confidences.map((confidence, at) => ({ text: `w${at}`, box, line: 0, confidence })),
  }) as unknown as PageReading;

test("pages that were recognised get their words of a confidence of 30 and more", () => {
  const pages = textPagesOf([
    reading(1, "ocr", 30, 29, 100),
    reading(2, "text", 100),
    reading(3, "ocr", 29),
    reading(4, "ocr"),
    reading(5, "ocr", 31),
  ]);
  expect(pages.map(({ page, words }) => [page, words.map(({ text }) => text)])).toEqual([
    [1, ["w0", "w2"]],
    [5, ["w0"]],
  ]);
  expect(pages[0]).toEqual({
    page: 1,
    lines: [line],
    words: [
      { text: "w0", box, line: 0 },
      { text: "w2", box, line: 0 },
    ],
  });
});

test("a document has two million words at most, and pages beyond them get no text", () => {
  const many = (count: number) => ({
    ...reading(1, "ocr"),
    words: Array(count).fill({ text: "a", box, line: 0, confidence: 100 }),
  });
  const half = many(maxTextWords / 2);
  expect(maxTextWords).toBe(2_000_000);
  expect(textPagesOf([half, half])).toHaveLength(2);
  expect(textPagesOf([half, half, many(1)])).toHaveLength(2);
  expect(textPagesOf([half, many(maxTextWords / 2 + 1)])).toHaveLength(1);
});

const page: TextPage = { page: 2, lines: [line], words: [{ text: "Words", box, line: 0 }] };

test("pages are read as they were written", () => {
  expect(readTextPages(writeTextPages([page, { ...page, page: 3 }]))).toEqual([page, { ...page, page: 3 }]);
  expect(writeTextPages([])).toBe("");
});

const readOne = (value: unknown) => readTextPages(JSON.stringify(value))[0];

test.each([
  ["no number", { ...page, page: "2" }],
  ["half a number", { ...page, page: 1.5 }],
  ["no lines", { ...page, lines: "none" }],
  ["no words", { ...page, words: {} }],
  ["nothing", null],
])("a page with %s is left out", (_, value) => {
  expect(readOne(value)).toBeUndefined();
});

test("a line that is no JSON is left out", () => {
  expect(readTextPages(`{\n${JSON.stringify(page)}\n\n`)).toEqual([page]);
});

test.each([
  ["a text that is none", { text: 7, box, line: 0 }],
  ["a box of three numbers", { text: "a", box: [1, 2, 3], line: 0 }],
  ["a box of five numbers", { text: "a", box: [1, 2, 3, 4, 5], line: 0 }],
  ["a box with a text", { text: "a", box: [1, 2, 3, "4"], line: 0 }],
  ["a box that is none", { text: "a", box: "1234", line: 0 }],
  ["nothing", null],
])("a word with %s is left out, and the others stay", (_, word) => {
  expect(readOne({ ...page, words: [word, ...page.words] })).toEqual(page);
});

test("a line without a usable baseline or size keeps its place", () => {
  const lines = [{ baseline: [1, 2, 3], size: 10 }, { baseline: line.baseline, size: null }, null, line];
  expect(readOne({ ...page, lines })?.lines).toEqual([
    { baseline: [0, 0, 0, 0], size: 10 },
    { baseline: line.baseline, size: 0 },
    { baseline: [0, 0, 0, 0], size: 0 },
    line,
  ]);
});
