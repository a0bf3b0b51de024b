import { expect, test } from "vitest";
import { plainFormat } from "../workbook-parts.ts";
import { filler } from "./formulas.ts";
import { record, recordsFrom } from "./records.ts";
import { biff } from "./testing.ts";
import { trimBiffCells } from "./trim.ts";
import type { BiffWorkbook } from "./workbook-globals.ts";
import { readWorksheet } from "./worksheet.ts";

const shorts = (...values: number[]) => Buffer.from(new Uint16Array(values).buffer);
const bordered = 1;
const formatted = 0x80;

const text = (row: number, column: number) => biff(record.text, shorts(row, column, 0, 3), Buffer.from("\0Elm"));
const blank = (row: number, column: number) => biff(record.blank, shorts(row, column, bordered));
const blanks = (row: number, column: number, count: number) =>
  biff(record.blanks, shorts(row, column, ...Array.from({ length: count }, () => bordered), column + count - 1));
const row = (number: number, flags = formatted) => biff(record.row, shorts(number, 0, 9, 255, 0, 0, flags, bordered));

/** Trims a sheet. @returns its records by type and data, with what was measured; undefined when it cannot be */
function trimmed(records: Buffer[], isUsualVisible = false) {
  const start = [
    biff(record.begin, shorts(0x0600, 0x10, 0, 0)),
    biff(record.sheetOptions, shorts(0)),
    biff(record.pageSetup, Buffer.alloc(34)),
  ];
  const stream = Buffer.concat([...start, ...records, biff(record.end)]);
  const isVisible = (style: number) => style === bordered || (style === 15 && isUsualVisible);
  const styles = {
    format: (style: number) => ({ ...plainFormat, isVisible: isVisible(style) }),
    defaultFontSize: 11,
    columnStretch: 1,
  };
  const book = { styles, shared: [] } as unknown as BiffWorkbook;
  const sheet = readWorksheet(stream, 0, book);
  const measured = sheet && trimBiffCells(stream, sheet, book);
  if (!measured) return undefined;
  const all = [...recordsFrom(stream, 0)].slice(3, -1);
  return {
    types: all.map(({ type }) => type),
    data: all.map(({ at, size }) => [...new Uint16Array(new Uint8Array(stream.subarray(at, at + size)).buffer)]),
    rows: measured.visibleRow,
    columns: measured.visibleColumn,
  };
}

test("empty cells below the content are removed once they continue for more than a form, with their rows' formats", () => {
  const flags = formatted | 0x140;
  const result = trimmed([
    row(0),
    row(1),
    row(2, flags),
    blank(1, 0),
    text(1, 1),
    blanks(2, 0, 2),
    blank(2, 5),
    row(62, formatted),
    blank(62, 0),
  ]);
  const { blank: one, blanks: several, row: rows, text: words } = record;
  expect(result).toMatchObject({ rows: 2, columns: 6 });
  expect(result?.types).toEqual([rows, rows, rows, one, words, filler, filler, rows, filler]);
  expect([0, 1, 2, 7].map((index) => result?.data[index]?.[6])).toEqual([formatted, formatted, 0x140, 0]);
  const kept = trimmed([text(1, 1), blanks(2, 0, 2), row(61), blank(61, 0)]);
  expect(kept).toMatchObject({ types: [words, several, rows, one], rows: 62, columns: 2 });
  expect(kept?.data[2]?.[6]).toBe(formatted);
});

test("rows that only have a format of their own are trimmed too", () => {
  const result = trimmed([text(0, 0), row(61), row(0)]);
  expect(result).toMatchObject({ rows: 1, columns: 1 });
  expect(result?.data.slice(1).map((words) => words[6])).toEqual([0, formatted]);
  expect(
    trimmed([text(0, 0), row(60), row(0)])
      ?.data.slice(1)
      .map((words) => words[6]),
  ).toEqual([formatted, formatted]);
});

test("empty cells on the right of the content are removed once they are more than a form has", () => {
  const result = trimmed([
    row(0),
    blanks(0, 0, 3),
    text(1, 1),
    blanks(1, 2, 5),
    blanks(2, 1, 2),
    blanks(3, 3, 2),
    blank(4, 1),
    blank(4, 2),
  ]);
  const { blank: one, blanks: several } = record;
  expect(result).toMatchObject({ rows: 5, columns: 2 });
  expect(result?.types.slice(1)).toEqual([several, record.text, filler, several, filler, one, filler]);
  expect(result?.data[0]?.[6]).toBe(formatted);
  expect(result?.data[1]).toEqual([0, 0, bordered, bordered, 15, 2]);
  expect(result?.data[4]).toEqual([2, 1, bordered, 15, 2]);
  const kept = [text(1, 1), blanks(1, 2, 4)];
  expect(trimmed(kept)).toMatchObject({ types: [record.text, several], rows: 2, columns: 6 });
});

test("cells below the content keep their columns, and those on the right their rows", () => {
  const below = trimmed([text(0, 0), blanks(0, 1, 4), blank(70, 0)]);
  expect(below).toMatchObject({ types: [record.text, record.blanks, filler], rows: 1, columns: 5 });
  expect(below?.data[1]).toEqual([0, 1, 1, 1, 1, 1, 4]);
  const right = trimmed([text(0, 0), blank(0, 9), blank(5, 0), row(5)]);
  expect(right).toMatchObject({ types: [record.text, filler, record.blank, record.row], rows: 6, columns: 1 });
});

test("cells are not trimmed where the usual format is visible", () => {
  expect(trimmed([text(0, 0), blank(70, 0)], true)).toBeUndefined();
  expect(trimmed([text(0, 0), blank(9, 0)], true)).toMatchObject({ rows: 10 });
});
