import { expect, test } from "vitest";
import type { NewSetup } from "../page-setup.ts";
import { printedBiffRows } from "./printed-rows.ts";
import { record, recordsOfPart } from "./records.ts";
import { biff, type TestSheet, usualStyle, xlsStream } from "./testing.ts";
import { trimBiffCells } from "./trim.ts";
import { readBook } from "./workbook-globals.ts";
import { readWorksheet } from "./worksheet.ts";

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

test("a table is printed to a few rows after its last row", () => expect(rows({})).toBe(60));

test("a shape that is not rotated changes nothing", () => {
  expect(rows({}, { drawing: shape(4, 0) })).toBe(60);
  expect(rows({}, { drawing: shape(127, quarter) })).toBe(60);
});

test.each<[string, number | undefined]>([
  ["whose height counts for the scale", rows({}, { setup: { ...toWidth, fit: { width: 1, height: 1 } } })],
  ["without content", rows({ cells: [] })],
  ["with a rotated shape", rows({}, { drawing: shape(4, quarter) })],
  ["with an open note", rows({ openNote: { isPrinted: true } })],
  ["with a formatted column", rows({}, { columnStyle: 16 })],
])("no print area is added to a sheet %s", (_, told) => expect(told).toBeUndefined());
