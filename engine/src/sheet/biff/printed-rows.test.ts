import { expect, test } from "vitest";
import type { CellRange, SheetMeasurements } from "../measure-sheet.ts";
import type { NewSetup } from "../page-setup.ts";
import { printedBiffRows } from "./printed-rows.ts";
import { record, recordsFrom, recordsOfPart } from "./records.ts";
import { biff, type TestSheet, usualStyle, xlsStream } from "./testing.ts";
import { trimBiffCells } from "./trim.ts";
import { type BiffWorkbook, readBook } from "./workbook-globals.ts";
import { type BiffWorksheet, readWorksheet } from "./worksheet.ts";

const toWidth: NewSetup = { landscape: false, fit: { width: 1, height: 0 } };

function rows(
  part: Partial<TestSheet>,
  { setup = toWidth, drawing = Buffer.alloc(0) as Buffer, columnStyle = usualStyle } = {},
) {
  const cells = [{ row: 39, column: 1, text: "Sedge" }];
  const workbook = xlsStream([{ name: "Sheet", cells, ...part }]);
  const book = readBook(workbook);
  const start = book?.sheets[0]?.start ?? 0;
  const options = [...recordsOfPart(workbook, start)].find(({ type }) => type === record.sheetOptions)?.at ?? 0;
  const stream = Buffer.concat([workbook.subarray(0, options - 4), drawing, workbook.subarray(options - 4)]);
  for (const { type, at } of recordsOfPart(stream, start))
    if (type === record.columns) stream.writeUInt16LE(columnStyle, at + 6);
  const sheet = book && readWorksheet(stream, start, book);
  const measured = sheet && trimBiffCells(stream, sheet, book);
  return measured && printedBiffRows(stream, sheet, { measured, setup }, book);
}

/** A shape with one property ([MS-ODRAW] 2.2.9). */
const shape = (property: number, value: number) =>
  biff(record.drawing, Buffer.from([0x13, 0, 0x0b, 0xf0, 6, 0, 0, 0, property, 0, value, 0, 0, 0]));
const quarter = 90;

test("a table is printed to its last row", () => expect(rows({})).toBe(40));

test("a shape that is not rotated changes nothing", () => {
  expect(rows({}, { drawing: shape(4, 0) })).toBe(40);
  expect(rows({}, { drawing: shape(127, quarter) })).toBe(40);
});

test.each<[string, number | undefined]>([
  ["whose height counts for the scale", rows({}, { setup: { ...toWidth, fit: { width: 1, height: 1 } } })],
  ["without content", rows({ cells: [] })],
  ["with a rotated shape", rows({}, { drawing: shape(4, quarter) })],
  ["with an open note", rows({ openNote: { isPrinted: true } })],
  ["with a formatted column", rows({}, { columnStyle: 16 })],
])("no print area is added to a sheet %s", (_, told) => expect(told).toBeUndefined());

const rowsTo = (row: number): CellRange => ({ from: { row: 1, column: 1 }, to: { row, column: 1 } });

/** Returns the rows of a sheet with one cell in a row, and these records. */
function rowsOf(
  lastRow: number,
  { formattedRow = 0, merges = [] as CellRange[], drawingRow = 0, records = [] as Buffer[] } = {},
) {
  const stream = Buffer.concat(records);
  const measured = {
    contentRow: lastRow,
    contentColumn: 1,
    visibleRow: lastRow,
    visibleColumn: 1,
    drawingRow,
  } as SheetMeasurements;
  const sheet = {
    contents: { merges },
    records: [...recordsFrom(stream, 0)],
    formattedRow,
  } as unknown as BiffWorksheet;
  const styles = { format: (style: number) => ({ isVisible: style === 1 }) };
  const book = { styles } as unknown as BiffWorkbook;
  return printedBiffRows(stream, sheet, { measured, setup: toWidth }, book);
}
const shorts = (...values: number[]) => Buffer.from(new Uint16Array(values).buffer);
const note = (flags: number) => biff(record.note, shorts(0, 0, flags, 1, 0));
const columns = (style: number) => biff(record.columns, shorts(0, 1, 2560, style, 0, 0));

test.each<[string, number | undefined, number | undefined]>([
  ["with one row", rowsOf(1), 1],
  ["with a drawing behind its rows", rowsOf(9, { drawingRow: 30 }), 50],
  ["with a drawing shortly before the last row", rowsOf(9, { drawingRow: 65_517 }), 65_536],
  ["with a drawing without a place", rowsOf(9, { records: [biff(record.object, shorts(0, 0, 1, 0, 0))] }), undefined],
  ["with cells merged shortly behind its rows", rowsOf(9, { merges: [rowsTo(29)] }), 29],
  ["with a closed note", rowsOf(9, { records: [note(0xfffd)] }), 9],
  ["with an open note", rowsOf(9, { records: [note(0), note(2)] }), undefined],
  ["with a column of a plain format", rowsOf(9, { records: [columns(2)] }), 9],
  ["with a column of a visible format", rowsOf(9, { records: [columns(2), columns(1)] }), undefined],
  ["with another record of the same number", rowsOf(9, { records: [biff(record.row, shorts(0, 0, 2, 1))] }), 9],
  ["with a formatted row", rowsOf(9, { formattedRow: 1 }), undefined],
  ["with a merged cell far behind its rows", rowsOf(9, { merges: [rowsTo(30)] }), undefined],
])("the print area of a sheet %s ends at row %i", (_which, found, expected) => expect(found).toBe(expected));
