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

/** Two words of a height of 100, the second one at a distance from the end of the first. */
const pair = (left: string, right: string, gap: number, about: { top?: number; height?: number } = {}) => {
  const { top = 0, height = 100 } = about;
  return line(
    { text: left, confidence: 90, box: [0, 0, 300, 100] },
    { text: right, confidence: 90, box: [300 + gap, top, 500 + gap, top + height] },
  );
};
const isJoined = (read: RecognisedLine) => withJoinedAmounts([read])[0]?.words.length === 1;

test.each([
  ["38.", "66", 95],
  ["38", ".66", 60],
  ["1,", "234.56", 60],
  ["38,", "66", 25],
])("%s and %s are joined up to a certain gap", (left, right, most) => {
  expect(isJoined(pair(left, right, most))).toBe(true);
  expect(isJoined(pair(left, right, most + 1))).toBe(false);
});

test("parts may overlap by one and a half heights, when the second begins and ends behind the first", () => {
  expect(isJoined(pair("38.", "66", -150))).toBe(true);
  expect(isJoined(pair("38.", "66", -151))).toBe(false);
  const within = (from: number, to: number) =>
    line(
      { text: "38.", confidence: 90, box: [100, 0, 200, 100] },
      { text: "66", confidence: 90, box: [from, 0, to, 100] },
    );
  expect(isJoined(within(101, 200))).toBe(true);
  expect(isJoined(within(100, 210))).toBe(false);
  expect(isJoined(within(110, 190))).toBe(false);
  expect(isJoined(within(110, 191))).toBe(true);
});

test("parts share more than four tenths of the height of the higher one", () => {
  expect(isJoined(pair("38.", "66", 10, { top: 59 }))).toBe(true);
  expect(isJoined(pair("38.", "66", 10, { top: 60 }))).toBe(false);
  expect(isJoined(pair("38.", "66", 10, { top: -59 }))).toBe(true);
  expect(isJoined(pair("38.", "66", 10, { top: -60 }))).toBe(false);
  expect(isJoined(pair("38.", "66", 10, { height: 41 }))).toBe(true);
  expect(isJoined(pair("38.", "66", 10, { height: 40 }))).toBe(false);
  // A gap is measured in heights of the higher part.
  expect(isJoined(pair("38.", "66", 190, { height: 200 }))).toBe(true);
});

test("the confidence of a joined word is the mean of its letters, and its box goes around both parts", () => {
  const read = line(
    { text: "£138.", confidence: 90, box: [10, 20, 300, 100] },
    { text: "66", confidence: 55, box: [310, 10, 500, 110] },
  );
  expect(withJoinedAmounts([read])[0]?.words).toEqual([{ text: "£138.66", confidence: 80, box: [10, 10, 500, 110] }]);
  const other = line(
    { text: "38.", confidence: 90, box: [10, 10, 300, 110] },
    { text: "66", confidence: 90, box: [200, 20, 500, 100] },
  );
  expect(withJoinedAmounts([other])[0]?.words[0]?.box).toEqual([10, 10, 500, 110]);
});

test("a part belongs to one amount only, and a line that lost all its words is left out", () => {
  expect(texts(line(word("38.", 0), word("39.", 4), word("66", 80)))).toEqual(["38.66 39."]);
  expect(texts(line(word("38.", 0)), line(word("66", 70)), line(word("Total", 0, 300)))).toEqual(["38.66", "Total"]);
  const apart = [line(word("Total", 0))];
  expect(withJoinedAmounts(apart)).toBe(apart);
});
