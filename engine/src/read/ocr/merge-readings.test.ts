import { expect, test } from "vitest";
import type { RecognisedLine, RecognisedWord } from "./hocr.ts";
import { merged } from "./merge-readings.ts";

const word = (text: string, left: number, confidence = 90, top = 100): RecognisedWord => ({
  text,
  confidence,
  box: [left, top, left + text.length * 10, top + 30],
});
const line = (...words: RecognisedWord[]): RecognisedLine => {
  const [first, last] = [words[0]?.box ?? [0, 0, 0, 0], words.at(-1)?.box ?? [0, 0, 0, 0]];
  return { baseline: [first[0], first[3], last[2], last[3]], size: 30, xHeight: 20, words };
};
const texts = (lines: RecognisedLine[]) => lines.map(({ words }) => words.map(({ text }) => text).join(" "));

test("the surer reading of the same print counts", () => {
  const lines = merged(
    [line(word("Tota1", 0, 40), word("9.50", 200))],
    [line(word("Total", 0, 80), word("9.S0", 200, 30))],
  );
  expect(texts(lines)).toEqual(["Total 9.50"]);
});

test("a word that one reading split is replaced as a whole", () => {
  expect(texts(merged([line(word("In", 0, 50), word("voice", 25, 50))], [line(word("Invoice", 0, 80))]))).toEqual([
    "Invoice",
  ]);
});

test("words that only the second reading found join their line or make one of their own, in reading order", () => {
  const first = [line(word("Total", 0, 90, 100)), line(word("Thanks", 0, 90, 300))];
  const second = [line(word("9.50", 150, 70, 100)), line(word("Cash", 0, 70, 200))];
  expect(texts(merged(first, second))).toEqual(["Total 9.50", "Cash", "Thanks"]);
});

test("unsure words and marks that only the second reading found are left out", () => {
  expect(texts(merged([line(word("Total", 0))], [line(word("xj", 300, 30), word("--", 400, 90))]))).toEqual(["Total"]);
  expect(merged([], [])).toEqual([]);
});
