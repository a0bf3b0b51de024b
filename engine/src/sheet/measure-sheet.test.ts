import { expect, test } from "vitest";
import { measureSheet, type SheetCell, type SheetContents } from "./measure-sheet.ts";
import { plainFormat, type WorkbookStyles } from "./workbook-parts.ts";

/** Style 1 prints although its cell is empty, style 2 wraps, style 3 has large text. */
const styles: WorkbookStyles = {
  format: (style) => ({ ...plainFormat, isVisible: style === 1, wraps: style === 2, fontSize: style === 3 ? 20 : 11 }),
  defaultFontSize: 11,
  columnStretch: 1,
};
const text = (row: number, column: number, words: string, style = 0): SheetCell => ({
  row,
  column,
  style,
  content: { length: words.length, text: () => words },
});
const number = (row: number, column: number): SheetCell => ({
  row,
  column,
  style: 0,
  content: { length: 3, text: () => "" },
});

const measure = (cells: SheetCell[], others: Partial<SheetContents> = {}) =>
  measureSheet(
    {
      eachCell: (visit) => cells.forEach(visit),
      columnWidth: () => 50,
      defaultHeight: 15,
      heights: [],
      merges: [],
      drawings: [],
      ...others,
    },
    styles,
  );

/** Some 190 points wide in the usual font: four columns. */
const wide = "A damson tart with cream, for six people";

test.each([
  ["in the last row", [text(1, 1, "a"), text(2, 1, wide)]],
  ["in an earlier row", [text(1, 1, wide), text(2, 1, "a")]],
])("the last text of a row extends the content to the column in which it ends: %s", (_where, cells) => {
  const { contentColumn, isUsedColumn } = measure(cells);
  expect(contentColumn).toBe(4);
  expect([1, 4, 5].map(isUsedColumn)).toEqual([true, true, false]);
});

test.each<[string, SheetCell[], number, Partial<SheetContents>?]>([
  ["a text before another one", [text(1, 1, wide), text(1, 2, "a")], 2],
  ["a wrapped text", [text(1, 1, wide, 2)], 1],
  ["a number", [number(1, 1)], 1],
  [
    "a merged text, beyond its cells",
    [text(1, 1, wide)],
    2,
    { merges: [{ from: { row: 1, column: 1 }, to: { row: 1, column: 2 } }] },
  ],
])("%s does not extend the content", (_what, cells, column, others = {}) =>
  expect(measure(cells, others).contentColumn).toBe(column),
);

test("an empty cell that prints its border is visible and is no content", () => {
  const { contentRow, contentColumn, visibleRow, visibleColumn, usedRows, cells } = measure([
    number(1, 1),
    { row: 3, column: 1, style: 0 },
    { row: 4, column: 6, style: 1 },
  ]);
  expect({ contentRow, contentColumn, visibleRow, visibleColumn, cells }).toEqual({
    contentRow: 1,
    contentColumn: 1,
    visibleRow: 4,
    visibleColumn: 6,
    cells: 1,
  });
  expect(usedRows).toEqual([
    { from: 1, to: 1 },
    { from: 4, to: 4 },
  ]);
});

test("drawings, and merged cells with content, are part of the content", () => {
  const at = (row: number, column: number) => ({ row, column });
  const { contentRow, contentColumn, usedRows } = measure([number(1, 1)], {
    merges: [
      { from: at(1, 1), to: at(2, 3) },
      { from: at(80, 1), to: at(90, 9) },
    ],
    drawings: [{ from: at(10, 2), to: at(12, 4) }],
  });
  expect([contentRow, contentColumn]).toEqual([12, 4]);
  expect(usedRows).toEqual([
    { from: 1, to: 2 },
    { from: 10, to: 12 },
  ]);
});

test("the most frequent font size is the sheet's, and a sheet without content has the workbook's", () => {
  expect(measure([text(1, 1, "a", 3), text(1, 2, "b", 3), text(2, 1, "c")]).fontSize).toBe(20);
  expect(measure([]).fontSize).toBe(11);
});

test("heights add up to a row, and a hidden row has none", () => {
  const heights = [
    { row: 4, height: 0, isCustom: false },
    { row: 2, height: 30, isCustom: true },
  ];
  expect([1, 2, 3, 4, 5].map(measure([], { heights }).heightTo)).toEqual([15, 45, 60, 60, 75]);
});

test("a wrapped text of a row with a chosen height is not searched for overlong texts, unless the height is excessive", () => {
  const long = "damson ".repeat(9);
  const cells = [1, 2, 3].map((row) => text(row, 1, long, 2));
  const heights = [
    { row: 1, height: 30, isCustom: true },
    { row: 2, height: 409, isCustom: true },
    { row: 3, height: 600, isCustom: false },
  ];
  const { longTexts, oversizedRows } = measure([...cells, text(4, 1, long)], { heights });
  expect(longTexts.map(({ row }) => row)).toEqual([2, 3]);
  expect(oversizedRows).toEqual([{ row: 2, height: 409, isCustom: true }]);
});
