import { describe, expect, test } from "vitest";
import type { Inline } from "./blocks.ts";
import { rootTextStyle, type TextStyle } from "./style.ts";
import { extentOf, markerWidth } from "./text-measure.ts";

const sans = { ...rootTextStyle, fontFamily: "Liberation Sans", fontSize: 10 };
const text = (words: string, style: Partial<TextStyle> = {}): Inline => ({
  kind: "text",
  text: words,
  style: { ...sans, ...style },
  background: undefined,
  href: undefined,
});
const mono = { fontFamily: "Liberation Mono" };
const picture = (width: number): Inline => ({
  kind: "picture",
  picture: { name: "p", width, height: 9 },
  width,
  height: 9,
});
const lineBreak: Inline = { kind: "break" };

test.each([
  ["", 18],
  ["1", 18],
  ["1.", 24],
  ["10.", 32],
  ["viii.", 48],
])("the mark %j has room of %i pixels", (mark, width) => {
  expect(markerWidth(mark)).toBe(width);
});

describe("the width of a paragraph", () => {
  // A digit is 0.556 of the letters' size wide, and the estimate is 4 % too large.
  test.each<[string, Inline[], [min: number, max: number]]>([
    ["of digits", [text("12345")], [28.91, 28.91]],
    ["of bold digits", [text("12345", { isBold: true })], [31.52, 31.52]],
    ["of spaced digits", [text("12345", { letterSpacing: 2 })], [38.91, 38.91]],
    ["of digits in another font", [text("12345", { fontFamily: "DejaVu Sans" })], [33.83, 33.83]],
    ["of letters of one width", [text("12345", mono)], [30, 30]],
    ["of bold letters of one width", [text("12345", { ...mono, isBold: true })], [30, 30]],
    ["of spaced letters of one width", [text("12345", { ...mono, letterSpacing: 2 })], [40, 40]],
    ["of other letters in a font of one width", [text("世", mono)], [10.4, 10.4]],
    ["of two words", [text("12 123", mono)], [18, 36]],
    ["of two words in two parts", [text("12 1", mono), text("23", mono)], [18, 36]],
    ["of words after each other", [text("123 12", mono)], [18, 36]],
    ["of a word that may break", [text("12\u200b123", mono)], [18, 35.2]],
    ["of a word with a hyphen", [text("ab-cde", mono)], [18, 36]],
    ["of a number with a hyphen", [text("12-345", mono)], [36, 36]],
    ["of two lines", [text("123", mono), lineBreak, text("12", mono)], [18, 18]],
    ["of a longer second line", [text("12", mono), lineBreak, text("123", mono)], [18, 18]],
    ["of a word that ends with its line", [text("12", mono), lineBreak, text("12", mono)], [12, 12]],
    ["of a very long word", [text("1".repeat(56), mono)], [330, 336]],
    ["of a long word", [text("1".repeat(54), mono)], [324, 324]],
    ["of words that do not wrap", [text("12 123", { ...mono, whiteSpace: "nowrap" })], [36, 36]],
    ["of words as they are written", [text("12 123", { ...mono, whiteSpace: "pre" })], [36, 36]],
    [
      "of words that do not wrap after others",
      [text("12", mono), text("1 2", { ...mono, whiteSpace: "nowrap" })],
      [30, 30],
    ],
    ["of many words that do not wrap", [text("1".repeat(120), { ...mono, whiteSpace: "nowrap" })], [640, 720]],
    ["of a picture", [picture(160)], [160, 160]],
    ["of a wide picture", [picture(161)], [160, 161]],
    ["of a picture between words", [text("12", mono), picture(50), text("123", mono)], [50, 80]],
    ["of a small picture between words", [text("12", mono), picture(9), text("1", mono)], [12, 27]],
    ["of nothing", [], [0, 0]],
  ])("%s is estimated", (_, inlines, [min, max]) => {
    const found = extentOf(inlines);
    expect([found.min, found.max]).toEqual([expect.closeTo(min, 1), expect.closeTo(max, 1)]);
  });
});
