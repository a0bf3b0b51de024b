import { expect, test } from "vitest";
import type { Strip } from "./strip.ts";
import { type CellText, tableBlock } from "./table.ts";
import { baseline, type Measure, textMark, textStrip, textStrips } from "./text-lines.ts";

/** Every character is as wide as the font size, and half as wide again in bold. */
const measure: Measure = { widthOf: (text, size, isBold) => text.length * size * (isBold ? 1.5 : 1) };
const style = { size: 10, leading: 12, colour: "#000000" };

const textsOf = (strips: Strip[]) =>
  strips.map(({ marks }) => marks.map((mark) => (mark.kind === "text" ? mark.text : mark.kind)).join("|"));
const lines = (text: string, width: number, bold = false) =>
  textsOf(textStrips(text, { x: 0, width }, { ...style, bold }, measure));

test.each([
  ["fits", "one two", 70, ["one two"]],
  ["is a point too wide", "one two", 69.9, ["one", "two"]],
  ["has several words", "a b c d e", 30, ["a b", "c d", "e"]],
  ["has spaces around and between words", "  a   b\t c ", 100, ["a b c"]],
  ["has line ends of all kinds", "a\nb\r\nc\rd\u2028e\u2029f", 100, ["a", "b", "c", "d", "e", "f"]],
  ["has an empty line", "a\n\nb", 100, ["a", "", "b"]],
  ["is empty", "", 100, [""]],
  ["has no-break spaces", "a\u00a0b c\u202fd", 30, ["a\u00a0b", "c\u202fd"]],
  ["has an ideographic space", "a\u3000b", 20, ["a", "b"]],
  ["begins with a word as wide as the line", "abc d", 30, ["abc", "d"]],
])("a text that %s is broken into lines at its spaces", (_what, text, width, broken) => {
  expect(lines(text, width)).toEqual(broken);
});

test.each([
  ["anywhere", "abcdefgh", 30, ["abc", "def", "gh"]],
  ["with the words before and after it", "x abcde y", 30, ["x", "abc", "de", "y"]],
  ["and its end shares a line", "abcd y", 30, ["abc", "d y"]],
  ["after a hyphen in its last third", "abcd-efghi", 60, ["abcd-", "efghi"]],
  ["after the last of two signs", "ab/cd-efghi", 70, ["ab/cd-", "efghi"]],
  ["not after a sign at six tenths", "ab-defghij", 50, ["ab-de", "fghij"]],
  ["after a sign beyond six tenths", "abc-efghi", 50, ["abc-", "efghi"]],
  ["into single characters where not even one fits", "abc", 5, ["a", "b", "c"]],
])("a word that is wider than a line is broken %s", (_what, text, width, broken) => {
  expect(lines(text, width)).toEqual(broken);
});

test("a bold text is measured as bold", () => {
  expect(lines("one two", 70, true)).toEqual(["one", "two"]);
  expect(lines("one two", 105, true)).toEqual(["one two"]);
});

test("a line is as high as its leading, begins at its place or ends at the other side of it", () => {
  const [left] = textStrips("a", { x: 5, width: 100 }, style, measure);
  expect(left).toMatchObject({ height: 12, marks: [{ text: "a", x: 5, y: 9, align: "left" }] });
  expect(textStrip("a", { x: 5, width: 100, align: "right" }, style)).toMatchObject({
    height: 12,
    marks: [{ text: "a", x: 105, align: "right" }],
  });
  expect(textStrip("", { x: 5, width: 100 }, style)).toEqual({ height: 12, marks: [] });
});

test("a text stands on the baseline of the larger one beside it", () => {
  expect(baseline({ size: 10, leading: 12, colour: "" })).toBe(9);
  expect(baseline({ size: 8, leading: 12, colour: "" })).toBeCloseTo(8.4);
  expect(baseline({ size: 8, leading: 12, besideSize: 10, colour: "" })).toBe(9);
});

test("texts are numbered in the order in which they are set", () => {
  const [one, other] = [textMark("a", 1, 2, style, "left"), textMark("b", 1, 2, style, "left")];
  expect(other.order - one.order).toBe(1);
});

const cell = (...texts: string[]): CellText[] => texts.map((text) => ({ text, style }));
const look = {
  title: style,
  padding: 4,
  line: { width: 0.5, colour: "#111111" },
  headLine: { width: 1, colour: "#222222" },
  x: 0,
  toX: 200,
};
const columns = [
  { title: "A", x: 0, width: 50 },
  { title: "B", x: 60, width: 100, align: "right" as const },
];

test("a table has titles over a line, and rows with space and a line below", () => {
  const { strips, head } = tableBlock(columns, [[cell("a", "b"), cell("c")], [[]]], look, measure);
  expect(strips.map(({ height }) => height)).toEqual([12, 4, 4, 12, 12, 4, 4, 4]);
  expect(textsOf(strips)).toEqual(["A|B", "rule", "", "a|c", "b", "rule", "", "rule"]);
  expect(head).toEqual(strips.slice(0, 2));
  const rules = strips.flatMap(({ marks }) => marks).filter(({ kind }) => kind === "rule");
  expect(rules).toEqual([
    { kind: "rule", x: 0, toX: 200, y: 3, width: 1, colour: "#222222" },
    { kind: "rule", x: 0, toX: 200, y: 4, width: 0.5, colour: "#111111" },
    { kind: "rule", x: 0, toX: 200, y: 4, width: 0.5, colour: "#111111" },
  ]);
});

test("titles stay with the first row, and of a long row the first two and the last two lines stay together", () => {
  const { strips } = tableBlock(columns, [[cell("a", "b", "c", "d", "e", "f")]], look, measure);
  const kept = strips.map(({ isKept = false }) => isKept);
  const [titles, row] = [kept.slice(0, 2), kept.slice(2)];
  expect(titles).toEqual([true, true]);
  // Space above, six lines, and the line below.
  expect(row).toEqual([true, true, false, false, false, true, true, false]);
});
