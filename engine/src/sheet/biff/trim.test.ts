import { expect, test } from "vitest";
import { borderStyle, type TestCell, xlsStream } from "./testing.ts";
import { trimBiffCells } from "./trim.ts";
import { readBook } from "./workbook-globals.ts";
import { readWorksheet } from "./worksheet.ts";

/** Returns the rows of the remaining cells, and the measured size. */
function trimmed(cells: TestCell[]) {
  const stream = xlsStream([{ name: "Sheet", cells: [{ row: 0, column: 0, text: "Sedge" }, ...cells] }]);
  const book = readBook(stream);
  const start = book?.sheets[0]?.start ?? 0;
  const sheet = book && readWorksheet(stream, start, book);
  const measured = sheet && trimBiffCells(stream, sheet, book);
  let left = 0;
  if (book) readWorksheet(stream, start, book)?.contents.eachCell(() => left++);
  return { left, row: measured?.visibleRow, column: measured?.visibleColumn };
}

const bordered = (row: number, column: number) => ({ row, column, blank: true as const, style: borderStyle });

test("empty formatted rows and columns are kept when they may be part of a form, and removed otherwise", () => {
  const rows = (count: number) => Array.from({ length: count }, (_, row) => bordered(row + 1, 0));
  expect(trimmed(rows(60))).toEqual({ left: 61, row: 61, column: 1 });
  expect(trimmed(rows(61))).toEqual({ left: 1, row: 1, column: 1 });
  const columns = (count: number) => Array.from({ length: count }, (_, column) => bordered(0, column + 1));
  expect(trimmed(columns(4))).toEqual({ left: 5, row: 1, column: 5 });
  expect(trimmed(columns(5))).toEqual({ left: 1, row: 1, column: 1 });
});
