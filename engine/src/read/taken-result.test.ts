import type { PageReading } from "@sheaf/contracts/reading.ts";
import { expect, test } from "vitest";
import { takeResult } from "./taken-result.ts";

const reading: PageReading = {
  page: 3,
  width: 595.276,
  height: 841.89,
  source: "ocr",
  language: "en",
  confidence: 91.5,
  lines: [{ baseline: [72, 80, 140, 80], size: 12 }],
  words: [{ text: "£48.20", box: [72, 70, 140, 80], confidence: 91.5, line: 0 }],
  readability: { dpi: 200, sharpness: 0.03, contrast: 0.8, skew: -1.5, coverage: 1, problem: null },
  turn: 180,
  facts: [{ kind: "total", value: "48.20", currency: "GBP", box: [72, 70, 140, 80] }],
};
const take = (changed: object, page = 3) =>
  takeResult(JSON.stringify({ reading: { ...reading, ...changed }, isFinal: true }), page);
const word = reading.words[0];

test("a valid line is taken as it is, without unknown fields", () => {
  expect(take({ more: "of it" })).toEqual({ reading, isFinal: true });
});

test("a box may stick out of the page by a rounding error, and is cut there", () => {
  const words = [{ ...word, box: [-0.4, 70, 596, 80] }];
  expect(take({ words })?.reading.words[0]?.box).toEqual([0, 70, 595.276, 80]);
});

test.each<[string, object]>([
  ["another page", { page: 4 }],
  ["an endless page", { width: 1e9 }],
  ["an unknown source", { source: "guessed" }],
  ["an unknown turn", { turn: 45 }],
  ["a long language", { language: "english" }],
  ["confidence above 100", { confidence: 101 }],
  ["words on a blank page", { source: "blank" }],
  ["too many words", { words: Array(5_001).fill(word) }],
  ["a word without a line", { words: [{ ...word, line: 1 }] }],
  ["a word of a line that is no number", { words: [{ ...word, line: "0" }] }],
  ["a word outside the page", { words: [{ ...word, box: [72, 70, 900, 80] }] }],
  ["a box from right to left", { words: [{ ...word, box: [140, 70, 72, 80] }] }],
  ["a box that is no number", { words: [{ ...word, box: [72, 70, null, 80] }] }],
  ["a box with more sides", { words: [{ ...word, box: [72, 70, 140, 80, 90] }] }],
  ["an empty word", { words: [{ ...word, text: " " }] }],
  ["a control character", { words: [{ ...word, text: "a\u001b[31m" }] }],
  ["half a character", { words: [{ ...word, text: "a\ud800" }] }],
  ["a word as long as a page", { words: [{ ...word, text: "a".repeat(201) }] }],
  ["a text in place of words", { words: "all of them" }],
  ["an endless baseline", { lines: [{ baseline: [72, 80, 1e300, 80], size: 12 }] }],
  ["no readability of a picture", { readability: null }],
  ["an unknown problem", { readability: { ...reading.readability, problem: "ugly" } }],
  ["an unknown kind of fact", { facts: [{ ...reading.facts[0], kind: "secret" }] }],
  ["a fact in no currency", { facts: [{ ...reading.facts[0], currency: "pounds" }] }],
  ["a fact outside the page", { facts: [{ ...reading.facts[0], box: [0, 0, 0, 9_000] }] }],
  ["too many facts", { facts: Array(501).fill(reading.facts[0]) }],
])("a line with %s is not taken", (_what, changed) => {
  expect(take(changed)).toBe(null);
});

test("what is no line of JSON is not taken", () => {
  expect(["", "null", "[]", "{}", "{", '"page"'].map((line) => takeResult(line, 3))).toEqual(Array(6).fill(null));
});
