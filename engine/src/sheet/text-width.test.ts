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

/** Adobe Font Metrics of Helvetica. */
test.each<[number, string]>([
  [191, "'"],
  [222, "ijl"],
  [260, "|"],
  [278, " !,./:;I[\\]ft"],
  [333, "()-`r"],
  [334, "{}"],
  [355, '"'],
  [389, "*"],
  [469, "^"],
  [500, "Jcksvxyz"],
  [556, "#$0123456789?L_abdeghnopqu"],
  [584, "+<=>~"],
  [611, "FTZ"],
  [667, "&ABEKPSVXY"],
  [722, "CDHNRUw"],
  [778, "GOQ"],
  [833, "Mm"],
  [889, "%"],
  [944, "W"],
  [1015, "@"],
])("characters of ASCII that are %i thousandths wide are %j", (width, characters) => {
  for (const character of characters) expect([character, textWidth(character, 1000)]).toEqual([character, width]);
});
