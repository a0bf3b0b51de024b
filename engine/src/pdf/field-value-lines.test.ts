import { PDFContext, type PDFDict, PDFHexString, type PDFRawStream, PDFRef, PDFString } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { DrawnAnnotations } from "./drawn-annotations.ts";
import { drawMissingValue } from "./field-value.ts";
import type { ValueFonts } from "./fonts/value-fonts.ts";
import type { Matrix, Rect } from "./geometry.ts";

/** Where each line of a value is set, in a font whose characters are half as wide as high; "·" has no width. */

const context = PDFContext.create();
const text = (words: string) => PDFHexString.fromText(words);
const fonts: ValueFonts = {
  missing: new Set(),
  widthOf: (words, size) => (words.replaceAll("·", "").length * size) / 2,
  show(words, size, use) {
    use("Value", PDFRef.of(77));
    return `${words} at ${Number(size.toFixed(4))}`;
  },
  finish() {},
};

interface Where {
  box?: Rect;
  matrix?: Matrix;
  appearance?: object;
  content?: string;
}

function draw(
  entries: object,
  { box = [0, 0, 100, 20], matrix = [1, 0, 0, 1, 0, 0], appearance, content }: Where = {},
) {
  const drawn = new DrawnAnnotations();
  const field = context.obj({ FT: "Tx", V: text("Damson"), ...entries } as never) as unknown as PDFDict;
  const look = appearance && (context.stream(content ?? "", appearance as never) as PDFRawStream);
  drawMissingValue(field, look, box, matrix, drawn, fonts);
  return drawn;
}

/** The lines within a box of this size, as "x y words at size". */
const linesIn = (width: number, height: number, entries: object) =>
  draw(entries, { box: [0, 0, width, height] })
    .operators.slice(1, -1)
    .map((line) => line.replace(/^1 0 0 1 /, "").replace(" Tm ", " "));

const style = (DA: string) => ({ DA: PDFString.of(DA) });

test("a value is drawn within its box in the field's colour, and its font is noted", () => {
  const drawn = draw(style("/Helv 0 Tf 1 0 0 rg"));
  expect(drawn.operators).toEqual([
    "q 1 0 0 1 0 0 cm 0 0 100 20 re W n BT 1 0 0 rg",
    "1 0 0 1 2 5.68 Tm Damson at 12",
    "ET Q",
  ]);
  expect([...drawn.fonts]).toEqual([["Value", PDFRef.of(77)]]);
});

test.each<[string, [number, number], object, string]>([
  ["at the left", [100, 20], { Q: 0 }, "2 5.68 Damson at 12"],
  ["in the middle", [100, 20], { Q: 1 }, "32 5.68 Damson at 12"],
  ["at the right", [100, 20], { Q: 2 }, "62 5.68 Damson at 12"],
  ["no higher than 70 % of a low box", [100, 10], {}, "2 2.48 Damson at 7"],
  ["in the size that the field states", [100, 20], style("/F 20 Tf"), "2 2.8 Damson at 20"],
  ["shrunk to its box", [40, 20], { V: text("Damsons!") }, "2 6.76 Damsons! at 9"],
  ["shrunk to its box, at the right", [40, 20], { V: text("Damsons!"), Q: 2 }, "2 6.76 Damsons! at 9"],
  ["unshrunk where it just fits", [40, 20], {}, "2 5.68 Damson at 12"],
  ["shrunk to one point of a tiny box", [4.5, 20], { V: text("Da") }, "2 9.64 Da at 1"],
  ["unshrunk without width", [4.5, 20], { V: text("··") }, "2 5.68 ·· at 12"],
])("a line is set %s", (_what, [width, height], entries, line) => {
  expect(linesIn(width, height, entries)).toEqual([line]);
});

const comb = { Ff: 1 << 24, MaxLen: 4 };
test.each<[string, [number, number], object, string[]]>([
  ["in the middle of its cells", [100, 20], {}, ["9.5 5.68 H at 12", "34.5 5.68 I at 12"]],
  ["no higher than 70 % of a low box", [100, 10], {}, ["10.75 2.48 H at 7", "35.75 2.48 I at 7"]],
  ["within narrow cells", [20, 20], {}, ["1 7.84 H at 6", "6 7.84 I at 6"]],
  ["in the size that the field states", [100, 20], style("/F 8 Tf"), ["10.5 7.12 H at 8", "35.5 7.12 I at 8"]],
])("the characters of a comb field are set %s", (_what, [width, height], entries, lines) => {
  expect(linesIn(width, height, { ...comb, V: text("HI"), ...entries })).toEqual(lines);
});

/** The words of each line in a box 60 points wide inside its padding: ten characters of 12 points. */
const wrapped = (words: string) =>
  linesIn(64, 200, { Ff: 1 << 12, V: text(words) }).map((line) => line.replace(/^\S+ \S+ (.*) at 12$/, "$1"));

test.each<[string, string, string[]]>([
  ["that fit", "aaa bbb cc", ["aaa bbb cc"]],
  ["that fit but for a space at the end", "aaa bbb cc   dd", ["aaa bbb cc", "dd"]],
  ["that are too long", "aaa bbb ccc ddd", ["aaa bbb", "ccc ddd"]],
  ["of which the last is as long as a line", "aa bbbbbbbbbb", ["aa", "bbbbbbbbbb"]],
  ["of which the last is longer than a line", "aa bbbbbbbbbbb", ["aa bbbbbbb", "bbbb"]],
  ["of which the first is longer than two lines", "aaaaaaaaaaaaaaaaaaaaaaa b", ["aaaaaaaaaa", "aaaaaaaaaa", "aaa b"]],
  ["of Chinese", "增值税发票增值税发票增值", ["增值税发票增值税发票", "增值"]],
  ["of Japanese", "aaaaaaa さくらカフェ", ["aaaaaaa さく", "らカフェ"]],
  ["with an empty line", "a\n\nb", ["a", "", "b"]],
])("words %s are broken into lines", (_what, words, lines) => expect(wrapped(words)).toEqual(lines));

const several = (V: string, entries: object = {}) => ({ Ff: 1 << 12, V: text(V), ...entries });
test.each<[string, [number, number], object, string[]]>([
  ["from the top", [64, 60], several("aaa bbb ccc"), ["2 46.84 aaa bbb at 12", "2 33.04 ccc at 12"]],
  ["at the right", [64, 60], several("aaa bbb ccc", { Q: 2 }), ["20 46.84 aaa bbb at 12", "44 33.04 ccc at 12"]],
  ["in the middle", [64, 60], several("aaa bbb ccc", { Q: 1 }), ["11 46.84 aaa bbb at 12", "23 33.04 ccc at 12"]],
  ["unshrunk where they just fit", [64, 15.8], several("a"), ["2 2.64 a at 12"]],
  ["shrunk by half a point", [64, 15.7], several("a"), ["2 3.005 a at 11.5"]],
  ["shrunk until fewer lines fit", [64, 25], several("aaa bbb ccc"), ["2 13.235 aaa bbb ccc at 10.5"]],
  ["at four points at least", [64, 3], several("a\nb"), ["2 -2.72 a at 4"]],
  [
    "without those below the box",
    [64, 14],
    several("a\nb\nc\nd\ne"),
    ["2 8.28 a at 4", "2 3.68 b at 4", "2 -0.92 c at 4"],
  ],
  ["at four points instead of a little more", [64, 6], several("a", style("/F 4.2 Tf")), ["2 0.28 a at 4"]],
  ["no larger than the field states", [64, 3], several("a", style("/F 3 Tf")), ["2 -1.79 a at 3"]],
  ["in the size that the field states", [64, 60], several("a", style("/F 20 Tf")), ["2 39.4 a at 20"]],
  ["one below the other in a tiny box", [4.5, 60], several("ab"), ["2 46.84 a at 12", "2 33.04 b at 12"]],
])("several lines are set %s", (_what, [width, height], entries, lines) => {
  expect(linesIn(width, height, entries)).toEqual(lines);
});

test("at most 20,000 characters of a value are drawn", () => {
  const [line = ""] = linesIn(100, 20, { V: text("a".repeat(20_001)) });
  expect(line.match(/a+/)?.[0].length).toBe(20_000);
});

const box: Rect = [10, 20, 110, 40];
const placement = (entries: object, where: Where = {}) =>
  draw(entries, { box, ...where }).operators[0]?.replace(/^q (.*) re W n.*$/, "$1");
const [asIs, left, over, right] = [
  "1 0 0 1 10 20 cm 0 0 100 20",
  "0 1 -1 0 110 20 cm 0 0 20 100",
  "-1 0 0 -1 110 40 cm 0 0 100 20",
  "0 -1 1 0 10 40 cm 0 0 20 100",
];

test.each([
  [0, asIs],
  [90, left],
  [180, over],
  [270, right],
  [-90, right],
  [45, asIs],
])("a field without appearance that is rotated by %i degrees shows its value so", (R, place) => {
  expect(placement({ MK: { R } })).toBe(place);
});

test.each<[number[] | undefined, string]>([
  [undefined, asIs],
  [[1, 0, 0, 1, 0, 0], asIs],
  [[0, 1, -1, 0, 0, 0], left],
  [[-1, 0, 0, -1, 0, 0], over],
  [[0, -1, 1, 0, 0, 0], right],
  [[1, 1, -1, 1, 0, 0], asIs],
  [[-1, 1, -1, -1, 0, 0], over],
  [[0.5, 0.6, -0.6, 0.5, 0, 0], left],
  [[0.5, -0.6, 0.6, 0.5, 0, 0], right],
  [[0, 0, 0, 0, 0, 0], asIs],
  [[-1], over],
  [[0], asIs],
  [[], asIs],
])("a value over an appearance with the matrix %j is rotated with it, whatever the field says", (Matrix, place) => {
  expect(placement({ MK: { R: 90 } }, { appearance: Matrix ? { Matrix } : {} })).toBe(place);
});

test("the box is moved to its place on the page", () => {
  expect(placement({}, { matrix: [2, 0, 0, 3, 5, 7] })).toBe("2 0 0 3 25 67 cm 0 0 100 20");
});

const script = { AA: { F: { JS: PDFString.of("event.value = ''") } } };
test.each<[string, object, Where, boolean]>([
  ["a field of another type", { FT: "Btn" }, {}, false],
  ["an empty field", { V: text("") }, {}, false],
  ["a box without width", {}, { box: [10, 20, 10, 40] }, false],
  ["a box without height", {}, { box: [10, 20, 110, 20] }, false],
  ["a narrow box", {}, { box: [10, 20, 10.5, 40] }, true],
  ["a low box", {}, { box: [10, 20, 110, 20.5] }, true],
  ["an appearance that shows text", {}, { appearance: {}, content: "BT (Damson) Tj ET" }, false],
  ["an appearance without text", {}, { appearance: {}, content: "BT () Tj ET" }, true],
  ["a zero that a script hides from its appearance", { V: text("0"), ...script }, { appearance: {} }, false],
  ["a zero without appearance", { V: text("0"), ...script }, {}, true],
  ["typed text", { FT: null, Subtype: "FreeText", Contents: text("Damson") }, {}, true],
  ["typed text without words", { FT: null, Subtype: "FreeText" }, {}, false],
  ["the words of a stamp", { FT: null, Subtype: "Stamp", Contents: text("Damson") }, {}, false],
])("whether text is set for %s", (_what, entries, where, isSet) => {
  expect(draw(entries, where).operators.length > 0).toBe(isSet);
});
