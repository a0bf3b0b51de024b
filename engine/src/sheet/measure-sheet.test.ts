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
  const { contentRow, contentColumn, drawingRow, usedRows } = measure([number(1, 1)], {
    merges: [
      { from: at(1, 1), to: at(2, 3) },
      { from: at(80, 1), to: at(90, 9) },
    ],
    drawings: [{ from: at(10, 2), to: at(12, 4) }],
  });
  expect([contentRow, contentColumn, drawingRow]).toEqual([12, 4, 12]);
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

const at = (row: number, column: number) => ({ row, column });

test("the cells of the first 40 rows are listed, 2,000 at most", () => {
  expect(measure([text(1, 2, "a", 3), number(40, 1), text(41, 1, "b")]).topCells).toEqual([
    { row: 1, column: 2, style: 3, isText: true },
    { row: 40, column: 1, style: 0, isText: false },
  ]);
  const many = (count: number) => Array.from({ length: count }, (_, index) => number(1, index + 1));
  expect(measure(many(2_000)).topCells).toHaveLength(2_000);
  expect(measure(many(2_001)).topCells).toHaveLength(2_000);
});

test("cells and their characters are counted, and an empty sheet has none", () => {
  expect(measure([number(1, 1), text(1, 2, "ab"), { row: 2, column: 1, style: 1 }])).toMatchObject({
    cells: 2,
    characters: 5,
  });
  const none = {
    contentRow: 0,
    contentColumn: 0,
    visibleRow: 0,
    visibleColumn: 0,
    drawingRow: 0,
    cells: 0,
    characters: 0,
  };
  expect(measure([])).toMatchObject({ ...none, usedRows: [], topCells: [], longTexts: [] });
});

test("a wrapped text of 40 characters may be long, a shorter, unwrapped or merged one is not", () => {
  const merges = [{ from: at(4, 1), to: at(4, 2) }];
  const [shorter, long] = ["x".repeat(39), "x".repeat(40)];
  const cells = [text(1, 1, shorter, 2), text(2, 1, long, 2), text(3, 1, long), text(4, 1, long, 2)];
  const { longTexts } = measure(cells, { merges });
  expect(longTexts.map(({ row, column, style, text: words }) => [row, column, style, words()])).toEqual([
    [2, 1, 2, long],
  ]);
});

test("a hidden row and one of chosen height up to 409 points keep long texts as they are", () => {
  const cells = [1, 2, 3].map((row) => text(row, 1, "x".repeat(40), 2));
  const heights = [
    { row: 1, height: 0, isCustom: false },
    { row: 2, height: 408.9, isCustom: true },
    { row: 3, height: 409, isCustom: true },
  ];
  expect(measure(cells, { heights }).longTexts.map(({ row }) => row)).toEqual([3]);
});

test("columns are used where they hold something that prints, up to the last column of a sheet", () => {
  const drawings = [{ from: at(1, 16_383), to: at(1, 20_000) }];
  const cells = [number(1, 2), number(1, 3), { row: 1, column: 6, style: 1 }, { row: 1, column: 8, style: 0 }];
  const { isUsedColumn } = measure(cells, { drawings });
  expect([1, 2, 3, 4, 5, 6, 7, 8].map(isUsedColumn)).toEqual([false, true, true, false, false, true, false, false]);
  expect([16_382, 16_383, 16_384, 16_385].map(isUsedColumn)).toEqual([false, true, true, false]);
});

test.each<[string, number[], [from: number, to: number][], [from: number, to: number][]]>([
  [
    "adjacent",
    [1, 2, 4],
    [],
    [
      [1, 2],
      [4, 4],
    ],
  ],
  [
    "out of order",
    [5, 1, 2],
    [],
    [
      [1, 2],
      [5, 5],
    ],
  ],
  [
    "within those of a drawing",
    [4],
    [
      [2, 9],
      [3, 4],
      [10, 11],
    ],
    [[2, 11]],
  ],
  [
    "one row apart",
    [1, 3, 5],
    [],
    [
      [1, 1],
      [3, 3],
      [5, 5],
    ],
  ],
])("used rows that are %s are listed as ranges in order", (_what, rows, drawn, used) => {
  const drawings = drawn.map(([from, to]) => ({ from: at(from, 1), to: at(to, 1) }));
  const { usedRows } = measure(
    rows.map((row) => number(row, 1)),
    { drawings },
  );
  expect(usedRows).toEqual(used.map(([from, to]) => ({ from, to })));
});

test("of two font sizes that are equally frequent, the first one is the sheet's", () => {
  expect(measure([text(1, 1, "a", 3), text(2, 1, "b"), text(3, 1, "c"), text(4, 1, "d", 3)]).fontSize).toBe(20);
});

test.each([
  ["of eight characters", "W".repeat(8), 5, 1],
  // Nine letters of 10.384 points are 93.456 points wide.
  ["of nine characters", "W".repeat(9), 5, 19],
  ["exactly as wide as its column", "0".repeat(10), 61.16, 1],
  ["a little wider than its column", "0".repeat(10), 61.15, 2],
  ["wider than 50 columns", "W".repeat(200), 5, 51],
  // A thousand letters of 2.442 points are 2,442 points wide.
  ["of a thousand characters, just in the 41st column", "i".repeat(2_000), 61.04, 41],
  ["of a thousand characters, just in the 40th column", "i".repeat(2_000), 61.06, 40],
])("a text %s ends in the column in which its first thousand characters end", (_what, words, width, column) => {
  expect(measure([text(1, 1, words)], { columnWidth: () => width }).contentColumn).toBe(column);
});

test("a cell whose markup is long is measured by its text alone", () => {
  const cell = (words: string): SheetCell => ({
    row: 1,
    column: 1,
    style: 0,
    content: { length: 60, text: () => words },
  });
  const columnWidth = () => 5;
  expect(measure([cell("W".repeat(8))], { columnWidth }).contentColumn).toBe(1);
  expect(measure([cell("W".repeat(9))], { columnWidth }).contentColumn).toBe(19);
});

test("a text extends the content only beyond the columns that other rows fill", () => {
  const words = "W".repeat(10);
  expect(measure([number(1, 4), text(2, 3, words)]).contentColumn).toBe(5);
  expect(measure([number(1, 5), text(2, 3, words)]).contentColumn).toBe(5);
  expect(measure([number(1, 9), text(2, 3, words)]).contentColumn).toBe(9);
  expect(measure([text(2, 3, "W".repeat(200)), number(3, 1)], { columnWidth: () => 5 }).contentColumn).toBe(53);
});

test.each([
  [2, 9, 0],
  [2, 10, 1],
  [1, 10, 0],
  [1, 11, 1],
])("from column %i, a text of %i characters is read %i times: not where it certainly fits", (column, length, times) => {
  let read = 0;
  const cell: SheetCell = { row: 51, column, style: 0, content: { length, text: () => `${read++ && ""}a` } };
  // Column n is as wide as n characters may be: the first four have room for ten.
  measure([number(50, 4), cell], { columnWidth: (one) => one * 11 });
  expect(read).toBe(times);
});
