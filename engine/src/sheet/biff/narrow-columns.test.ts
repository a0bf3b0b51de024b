import { expect, test } from "vitest";
import { narrowNumbers, widenNarrowColumns } from "./narrow-columns.ts";
import { amountStyle, type TestCell, usualStyle, xlsStream } from "./testing.ts";
import { readBook } from "./workbook-globals.ts";
import { readWorksheet } from "./worksheet.ts";

/** Returns the widths of two columns in points; undefined when they were not changed. */
function widened(...cells: TestCell[]): number[] | undefined {
  const stream = xlsStream([{ name: "Sheet", widths: [9, 9], cells }]);
  const book = readBook(stream);
  const start = book?.sheets[0]?.start ?? 0;
  const sheet = book && readWorksheet(stream, start, book);
  if (!sheet || !widenNarrowColumns(stream, sheet, book)) return undefined;
  const { contents } = readWorksheet(stream, start, book) ?? sheet;
  return [1, 2].map((column) => Math.round(contents.columnWidth(column)));
}

const amount = (column: number, value: number, row = 0) => ({ row, column, value, style: amountStyle });

test("a column is widened to its amounts, and the next column keeps its width", () => {
  const [first = 0, second = 0] = widened(amount(1, 5), amount(1, -12_345_678.9, 1), amount(1, 3, 2)) ?? [];
  expect(first).toBeLessThan(60);
  expect(second).toBeGreaterThan(80);
});

test("each of several amounts in one record widens its own column", () => {
  const [first = 0, second = 0] = widened({ row: 0, column: 0, values: [5, 1_234_567.89], style: amountStyle }) ?? [];
  expect(first).toBeLessThan(60);
  expect(second).toBeGreaterThan(first);
});

test.each([
  ["fit", amount(0, 1234.5)],
  ["have no format and are rounded", { row: 0, column: 0, value: 12_345_678_912, style: usualStyle }],
  ["are texts", { row: 0, column: 0, text: "12,345,678.90" }],
])("where numbers %s, nothing changes", (_what, cell) => expect(widened(cell)).toBeUndefined());

test.each([
  ["too long for columns without a stated width", [], 123_456_789.5, true],
  ["that fit into them", [], 12.5, false],
  ["in columns that are widened", [9], 123_456_789.5, false],
])("the narrow numbers of a sheet are amounts %s, or none", (_what, widths, value, isNarrow) => {
  const stream = xlsStream([{ name: "Sheet", widths, cells: [amount(0, value)] }]);
  const book = readBook(stream);
  const sheet = book && readWorksheet(stream, book.sheets[0]?.start ?? 0, book);
  const narrow = book && sheet ? narrowNumbers(stream, sheet, book) : [];
  expect(narrow.length > 0).toBe(isNarrow);
  for (const { times } of narrow) expect(times).toBeGreaterThan(1);
});
