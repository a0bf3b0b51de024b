import { expect, test } from "vitest";
import type { RecognisedLine, RecognisedWord } from "./hocr.ts";
import { withJoinedAmounts } from "./join-amounts.ts";

const word = (text: string, left: number, top = 100): RecognisedWord => ({
  text,
  confidence: 90,
  box: [left, top, left + text.length * 20, top + 30],
});
const line = (...words: RecognisedWord[]): RecognisedLine => ({
  baseline: [0, 130, 500, 130],
  size: 30,
  xHeight: 20,
  words,
});
const texts = (...lines: RecognisedLine[]) =>
  withJoinedAmounts(lines).map(({ words }) => words.map(({ text }) => text).join(" "));

test("an amount that was read as two words is one, also across columns", () => {
  expect(texts(line(word("£38.", 0), word("66", 90)))).toEqual(["£38.66"]);
  expect(texts(line(word("38", 0), word(".66", 45)))).toEqual(["38.66"]);
  expect(texts(line(word("1,", 0), word("234.56", 45)))).toEqual(["1,234.56"]);
  expect(texts(line(word("Cable", 0), word("38.", 200)), line(word("66", 270)))).toEqual(["Cable 38.66"]);
});

test("the joined word covers both parts", () => {
  expect(withJoinedAmounts([line(word("38.", 0), word("66", 70))])[0]?.words[0]?.box).toEqual([0, 100, 110, 130]);
});

test.each([
  ["numbers of a list", [word("6,", 0), word("8,", 60), word("10", 120)]],
  ["the year of a date", [word("3,", 0), word("2015", 50)]],
  ["the end of a sentence and a number", [word("lane.", 0), word("14", 110)]],
  ["numbers far apart", [word("38.", 0), word("66", 200)]],
  ["numbers on different lines", [word("38.", 0), word("66", 70, 150)]],
])("%s stay apart", (_, words) => {
  expect(texts(line(...words))).toEqual([words.map(({ text }) => text).join(" ")]);
});
