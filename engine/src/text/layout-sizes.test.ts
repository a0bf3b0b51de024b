import { expect, test } from "vitest";
import { chooseLayout, displayWidth, isTable, splitPages } from "./layout.ts";

const [upright, across] = [false, true];

test.each([
  [0, upright, 10, 80, 63],
  [80, upright, 10, 80, 63],
  [81, upright, 9, 89, 70],
  [89, upright, 9, 89, 70],
  [90, upright, 8, 100, 79],
  [100, upright, 8, 100, 79],
  [101, across, 9, 134, 46],
  [134, across, 9, 134, 46],
  [135, upright, 10, 80, 63],
])("a text of %i columns has letters of a size, and so many columns and lines on a page", (widest, ...layout) => {
  const { landscape, fontSize, columns, linesPerPage } = chooseLayout(widest);
  expect([landscape, fontSize, columns, linesPerPage]).toEqual(layout);
});

test.each([
  [134, 9, 134],
  [135, 8, 151],
  [151, 8, 151],
  [152, 7, 173],
  [173, 7, 173],
  [174, 6, 202],
  [202, 6, 202],
])("a table of %i columns has letters of %i points", (widest, size, columns) => {
  expect(chooseLayout(widest, true)).toMatchObject({ landscape: true, fontSize: size, columns });
});

test("a table that fits no paper is set as prose", () => {
  expect(chooseLayout(203, true)).toMatchObject({ landscape: false, fontSize: 10, columns: 80 });
});

test.each([
  [80, 11.5],
  [89, 10.35],
  [100, 9.2],
])("lines of a text of %i columns are %f points high", (widest, height) => {
  expect(chooseLayout(widest).lineHeight).toBeCloseTo(height, 6);
});

const wide = (text: string) => text.padEnd(135, "x");

test.each([
  ["columns apart by three spaces", [wide("a   b")], true],
  ["words apart by two spaces", [wide("a  b")], false],
  ["columns within bars", [wide("|a|")], true],
  ["one bar", [wide("|a")], false],
  ["a line of signs", ["-=_+*. ".repeat(20)], true],
  ["four columns of five lines", [...Array<string>(4).fill(wide("a   b")), wide("a")], true],
  ["three columns of four lines", [...Array<string>(3).fill(wide("a   b")), wide("a")], false],
  ["134 columns", ["a   b".padEnd(134, "x")], false],
  ["nothing", [], false],
])("whether wide lines with %s are a table", (_what, lines, is) => {
  expect(isTable(lines)).toBe(is);
});

test.each([
  ["", [[""]]],
  ["\n\n", [[""]]],
  ["\f", [[""]]],
  ["a\n\n\n", [["a"]]],
  ["\na", [["", "a"]]],
  ["a\f\fb", [["a"], [""], ["b"]]],
  ["a\n\n\f", [["a"]]],
  ["a \t \nb\u001a", [["a", "b"]]],
  ["a\u0085b\u2028c\u2029d\ve", [["a", "b", "c", "d", "e"]]],
])("the text %j is divided into pages and lines", (text, pages) => {
  expect(splitPages(text)).toEqual(pages);
});

test.each([
  ["\ta", "        a"],
  ["1234567\ta", "1234567 a"],
  ["12345678\ta", "12345678        a"],
  ["1\t2\ta", "1       2       a"],
  ["名\ta", "名      a"],
])("a tab in %j reaches the next eighth column", (line, expanded) => {
  expect(splitPages(line)).toEqual([[expanded]]);
});

test.each([
  ["", 0],
  ["aé\u02ff", 3],
  ["\u0300", 0],
  ["\u0370Я", 2],
  ["名한", 4],
  ["😀", 2],
  ["a\u200bb", 2],
  ["a\u20ddb", 2],
])("%j takes %i columns", (text, columns) => {
  expect(displayWidth(text)).toBe(columns);
});
