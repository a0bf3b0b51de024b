import { expect, test } from "vitest";
import { digitAdvance, isWide, narrowestAdvance, textWidth } from "./text-width.ts";

test.each([
  ["", 0],
  ["!", 2.78],
  [" ", 2.78],
  ["~", 5.84],
  ["W", 9.44],
  ["il", 4.44],
  ["@", 10.15],
  ["\u007f", 6],
  ["\t", 6],
  ["é", 6],
  ["漢字", 20],
  ["🍑", 10],
  ["0123456789", 55.6],
])("the width of %j in 10 points", (text, points) => expect(textWidth(text, 10)).toBeCloseTo(points, 10));

test("a width grows with the font size, and digits have the unit of column widths", () => {
  expect(textWidth("W", 20)).toBeCloseTo(18.88, 10);
  expect(textWidth("7", 1)).toBe(digitAdvance);
  expect(narrowestAdvance).toBe(0.191);
});

test.each(["ᄀ", "ᅟ", "、", "ぁ", "가", "豈", "！", "￥", "🍑"])("%s is wide", (character) =>
  expect(isWide.test(character)).toBe(true),
);
test.each(["a", "é", "ᅠ", "ｱ", "я"])("%s is not wide", (character) => expect(isWide.test(character)).toBe(false));
