import { expect, test } from "vitest";
import { cellFormats } from "./cell-formats.ts";
import { columnContents } from "./column-contents.ts";

/** Style 1 wraps, style 2 is an amount, style 3 shrinks to fit. */
const styles =
  '<styleSheet><cellXfs><xf/><xf><alignment wrapText="1"/></xf><xf numFmtId="4"/><xf><alignment shrinkToFit="1"/></xf></cellXfs></styleSheet>';
/** Columns are 48 points wide: five letters of 11 points fill more than one. */
const words = "damson";
const text = (place: string, value = words, style = 0) =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (place: string, value: string, style = 2) => `<c r="${place}" s="${style}"><v>${value}</v></c>`;

function contents(cells: string, { cols = "", after = "", row = "", printArea }: Record<string, string> = {}) {
  const formats = cellFormats(styles);
  const xml = `<worksheet>${cols}<sheetData><row r="1"${row}>${cells}</row></sheetData>${after}</worksheet>`;
  const found = columnContents(xml, formats, ["a shared text"], printArea);
  return { ...found, xml, formats };
}
const custom =
  '<cols><col min="1" max="1" width="5" customWidth="1"/><col min="2" max="2" width="0" hidden="1"/></cols>';
const merge = '<mergeCells><mergeCell ref="A1:B1"/></mergeCells>';

test("texts have their neighbours, and the places of their cell and row in the part", () => {
  const { texts, xml, clippable, lastColumn } = contents(text("B1") + text("D1", "a\ndamson", 1) + number("F1", "1"));
  expect(texts).toEqual([
    {
      row: 1,
      column: 2,
      style: 0,
      text: words,
      inLines: false,
      neighbours: { before: 0, next: 4 },
      cellAt: xml.indexOf('<c r="B1"'),
      rowAt: xml.indexOf("<row"),
    },
    {
      row: 1,
      column: 4,
      style: 1,
      text: "a\ndamson",
      inLines: true,
      neighbours: { before: 2, next: 6 },
      cellAt: xml.indexOf('<c r="D1"'),
      rowAt: xml.indexOf("<row"),
    },
  ]);
  expect([clippable, lastColumn]).toEqual([[], 6]);
});

test.each<[string, string, string[]]>([
  ["that is short", text("A1", "damn"), []],
  ["that may just be too long", text("A1", "damns"), ["damns"]],
  ["that is shared", '<c r="A1" t="s"><v>0</v></c>', ["a shared text"]],
  ["that shrinks to fit", text("A1", words, 3), []],
  ["of a number", number("A1", "123456789"), []],
  ["that is empty", '<c r="A1" s="1"/>', []],
  ["with a line end that a format does not wrap", text("A1", "dam\nson"), ["dam\nson"]],
])("a text %s needs room in its column, or does not", (_what, cell, expected) => {
  expect(contents(cell).texts.map(({ text: found }) => found)).toEqual(expected);
});

test("a text counts as drawn in several lines where its format wraps or it has a line end", () => {
  const { texts } = contents(text("A1") + text("B1", words, 1) + text("C1", "dam\nson"));
  expect(texts.map(({ inLines }) => inLines)).toEqual([false, true, true]);
});

test("a text whose format the workbook does not list may be clipped too, since it cannot be wrapped", () => {
  const { texts, clippable } = contents(text("A1", words.repeat(3), 9) + text("B1", "a"));
  expect([texts, clippable]).toMatchObject([[{ column: 1 }], [{ column: 1 }]]);
});

test("texts in columns of chosen width and in merged cells may be clipped, where their neighbours leave no room", () => {
  const beside = text("A1", "damson tart") + text("B1", "a");
  expect(contents(beside, { cols: custom }).clippable).toMatchObject([{ row: 1, column: 1, text: "damson tart" }]);
  expect(contents(beside, { cols: custom }).texts).toEqual([]);
  expect(contents(text("A1", "damson tart"), { cols: custom }).clippable).toEqual([]);
  const long = text("A1", words.repeat(9));
  expect(contents(long, { after: merge }).clippable).toMatchObject([{ column: 1 }]);
  expect(contents(long, { after: merge }).texts).toEqual([]);
  expect(contents(text("A1", "damson tart"), { after: merge }).clippable).toEqual([]);
});

test("texts in hidden rows and outside the print area are not clipped", () => {
  const beside = text("A1", "damson tart") + text("B1", "a");
  expect(contents(beside, { cols: custom, row: ' hidden="1"' }).clippable).toEqual([]);
  expect(contents(beside, { cols: custom, printArea: "Sheet1!$B$1:$C$9" }).clippable).toEqual([]);
  expect(contents(beside, { cols: custom, printArea: "Sheet1!$A$1:$C$9" }).clippable).toHaveLength(1);
});

test("numbers are collected by column, without merged ones and those that shrink", () => {
  const cells = number("A1", "12") + number("C1", "7", 3) + number("D1", "5", 0) + number("AA1", "x");
  expect(Object.fromEntries(contents(cells).numbers)).toEqual({
    1: [12, 12, 12].map((value) => ({ value, style: 2 })),
    4: [5, 5, 5].map((value) => ({ value, style: 0 })),
  });
  expect([...contents(cells, { after: merge }).numbers.keys()]).toEqual([4]);
});

test("a format that a text has is not shrunk to fit as those of numbers are", () => {
  const shrinks = (cells: string) => contents(cells).formats.toXml().includes('numFmtId="4" applyAlignment');
  expect(shrinks(number("A1", "12"))).toBe(true);
  expect(shrinks(number("A1", "12") + text("B1", "a", 2))).toBe(false);
  expect(shrinks(`${number("A1", "12")}<c r="B1" s="2"/>`)).toBe(true);
});

test("the widths of columns are as the worksheet states them, and hidden ones are not automatic", () => {
  const { columnWidth, isAutoWidth } = contents(text("C1"), { cols: custom });
  expect([1, 2, 3].map(columnWidth)).toEqual([26.25, 0, 48]);
  expect([1, 2, 3].map(isAutoWidth)).toEqual([false, false, true]);
});

test("a sheet without filled cells has no last column", () => {
  expect(contents('<c r="C1" s="1"/>').lastColumn).toBe(0);
});
