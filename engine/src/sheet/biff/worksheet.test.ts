import { expect, test } from "vitest";
import type { SheetCell } from "../measure-sheet.ts";
import { plainFormat } from "../workbook-parts.ts";
import { record } from "./records.ts";
import { biff } from "./testing.ts";
import type { BiffWorkbook } from "./workbook-globals.ts";
import { readWorksheet } from "./worksheet.ts";

const shorts = (...values: number[]) => Buffer.from(new Uint16Array(values).buffer);
const double = (value: number) => Buffer.from(new Float64Array([value]).buffer);

/** Style 1 is visible. */
const book: Partial<BiffWorkbook> = {
  shared: ["Damson", ""],
  styles: {
    format: (style) => ({ ...plainFormat, isVisible: style === 1 }),
    defaultFontSize: 11,
    columnStretch: 1,
  },
};

interface Page {
  scale?: number;
  pages?: [across: number, down: number];
  flags?: number;
  options?: number;
}
const pageSetup = ({ scale = 80, pages = [1, 2], flags = 2 }: Page) =>
  biff(record.pageSetup, shorts(9, scale, 1, ...pages, flags, 600, 600), double(0.5), double(0.5), shorts(1));
const options = ({ options: flags = 0x0400 }: Page) => biff(record.sheetOptions, shorts(flags));

function read(records: Buffer[], page: Page = {}, base = [options(page), pageSetup(page)]) {
  const begin = biff(record.begin, shorts(0x0600, 0x10, 0, 0));
  return readWorksheet(Buffer.concat([begin, ...base, ...records, biff(record.end)]), 0, book as BiffWorkbook);
}
function cellsOf(...records: Buffer[]) {
  const cells: unknown[] = [];
  read(records)?.contents.eachCell(({ row, column, style, content }: SheetCell) => {
    cells.push([row, column, style, content && (content.text() || content.length)]);
  });
  return cells;
}

test.each<[string, Buffer[]]>([
  ["no page set-up", [options({})]],
  ["a short page set-up", [options({}), biff(record.pageSetup, Buffer.alloc(33))]],
  ["no options", [pageSetup({})]],
  ["the options of a dialog", [options({ options: 0x0010 }), pageSetup({})]],
  [
    "a header with the file's folder",
    [options({}), pageSetup({}), biff(record.header, shorts(3), Buffer.from("\0a&Z"))],
  ],
  [
    "a footer with the file's folder",
    [options({}), pageSetup({}), biff(record.footer, shorts(2), Buffer.from("\0&z"))],
  ],
])("a sheet with %s is left to LibreOffice", (_what, base) => expect(read([], {}, base)).toBeUndefined());

test("an empty header is none, whatever record follows it", () => {
  expect(read([biff(record.header), biff(4, Buffer.from("&Z.."))])).toBeDefined();
});

test("the places of options and page set-up are those of their data", () => {
  expect(read([])).toMatchObject({ optionsAt: 16, setupAt: 22 });
  expect(read([biff(record.header)])).toBeDefined();
});

test.each([
  ["&G in the header and a picture", "\0&G", true, true],
  ["&G without a picture", "\0&G", false, false],
  ["a picture that is not asked for", "\0a", true, false],
])("a header with %s", (_what, text, isStored, hasPicture) => {
  const header = biff(record.header, shorts(text.length - 1), Buffer.from(text));
  const stored = isStored ? [biff(record.headerPicture, shorts(0))] : [];
  expect(read([header, ...stored])?.hasHeaderPicture).toBe(hasPicture);
});

test("cells are visited in the order of the records, each kind with its content", () => {
  const place = (row: number, column: number, style = 0) => shorts(row, column, style);
  expect(
    cellsOf(
      biff(record.number, place(0, 1, 5), double(7)),
      biff(record.shortNumber, place(0, 2), Buffer.alloc(4)),
      biff(record.error, place(0, 3), shorts(0)),
      biff(record.blank, place(1, 0, 1)),
      biff(record.numbers, shorts(2, 4), shorts(6, 0, 0), shorts(7, 0, 0), shorts(5)),
      biff(record.blanks, shorts(3, 1), shorts(8), shorts(9), shorts(2)),
      biff(record.sharedText, place(4, 0), Buffer.from(new Uint32Array([0]).buffer)),
      biff(record.sharedText, place(4, 1), Buffer.from(new Uint32Array([1]).buffer)),
      biff(record.sharedText, place(4, 2), Buffer.from(new Uint32Array([9]).buffer)),
      biff(record.text, place(5, 0), shorts(4), Buffer.from("\0Tart")),
      biff(record.richText, place(5, 1), shorts(2), Buffer.from("\x01T\0a\0")),
      biff(record.text, place(5, 2), shorts(0), Buffer.from("\0")),
      biff(record.row, shorts(9, 9, 9, 0x8000, 0, 0, 0, 0)),
    ),
  ).toEqual([
    [1, 2, 5, 8],
    [1, 3, 0, 8],
    [1, 4, 0, 8],
    [2, 1, 1, undefined],
    [3, 5, 6, 8],
    [3, 6, 7, 8],
    [4, 2, 8, undefined],
    [4, 3, 9, undefined],
    [5, 1, 0, "Damson"],
    [5, 2, 0, undefined],
    [5, 3, 0, undefined],
    [6, 1, 0, "Tart"],
    [6, 2, 0, "Ta"],
    [6, 3, 0, undefined],
  ]);
});

test.each([
  ["a number", double(7), 8],
  ["an empty text", Buffer.from([3, 0, 0, 0, 0, 0, 0xff, 0xff]), undefined],
  ["a text", Buffer.from([0, 0, 0, 0, 0, 0, 0xff, 0xff]), 8],
  ["a number that begins like an empty text", Buffer.from([3, 0, 0, 0, 0, 0, 0xff, 0x3f]), 8],
])("a formula with %s as its result", (_what, result, content) => {
  expect(cellsOf(biff(record.formula, shorts(0, 0, 0), result, shorts(0)))).toEqual([[1, 1, 0, content]]);
});

const row = (number: number, height: number, flags = 0, style = 0) =>
  biff(record.row, shorts(number, 0, 9, height, 0, 0, flags, style));

test("a row has its stated height, a hidden one none, and one of the usual height is not listed", () => {
  const rows = [row(0, 300), row(1, 400, 0x40), row(2, 300, 0x20), row(3, 0x8000 | 300), row(4, 0x8000 | 300, 0x20)];
  expect(read(rows)?.contents.heights).toEqual([
    { row: 1, height: 15, isCustom: false },
    { row: 2, height: 20, isCustom: true },
    { row: 3, height: 0, isCustom: true },
    { row: 5, height: 0, isCustom: true },
  ]);
});

test("the last row with a visible format of its own is known", () => {
  expect(
    read([row(6, 300, 0x80, 0x3001), row(3, 300, 0x80, 1), row(7, 300, 0, 1), row(8, 300, 0x80, 2)])?.formattedRow,
  ).toBe(7);
  expect(read([])?.formattedRow).toBe(0);
});

test("the usual height of rows is stated, or Excel's", () => {
  expect(read([biff(record.usualRowHeight, shorts(0, 300))])?.contents.defaultHeight).toBe(15);
  expect(read([])?.contents.defaultHeight).toBe(12.75);
});

test("columns have their stated width, and the others the usual one", () => {
  const columns = [
    biff(record.columns, shorts(1, 2, 2560, 0, 0, 0)),
    biff(record.columns, shorts(4, 4, 2560, 0, 1, 0)),
  ];
  const sheet = read(columns);
  expect([1, 2, 3, 4, 5].map((column) => sheet?.contents.columnWidth(column))).toEqual([48, 52.5, 52.5, 48, 0]);
  expect([1, 2, 3, 4, 5].map((column) => sheet?.isAutoWidth(column))).toEqual([true, false, false, true, false]);
  expect(read([biff(record.baseColumnWidth, shorts(10))])?.contents.columnWidth(1)).toBe(60);
  expect(read([biff(record.usualColumnWidth, shorts(2560))])?.contents.columnWidth(1)).toBe(52.5);
});

test("all merged cells are listed", () => {
  const merges = [biff(record.merges, shorts(2, 0, 1, 2, 3, 9, 9, 0, 255)), biff(record.merges, shorts(1, 5, 5, 5, 6))];
  expect(read(merges)?.contents.merges.map(({ from, to }) => [from.row, from.column, to.row, to.column])).toEqual([
    [1, 3, 2, 4],
    [10, 1, 10, 256],
    [6, 6, 6, 7],
  ]);
});

test.each<[string, Page, object]>([
  ["portrait", {}, { scale: 80, landscape: false, fitToWidth: 1, fitToHeight: 2, fitToPage: false }],
  ["landscape", { flags: 0 }, { scale: 80, landscape: true }],
  ["no orientation", { flags: 0x40 }, { scale: 80, landscape: false }],
  ["unset values", { flags: 4 }, { scale: 100, landscape: false }],
  ["no scale", { scale: 0 }, { scale: 100 }],
  ["a fit to pages", { options: 0x0500, pages: [3, 0] }, { fitToPage: true, fitToWidth: 3, fitToHeight: 0 }],
])("a page set-up with %s", (_what, page, author) => expect(read([], page)?.author).toMatchObject(author));

test("margins are stated in inches, or Excel's", () => {
  expect(read([])?.author).toMatchObject({ marginsAcross: 108, marginsDown: 144 });
  const margins = [record.leftMargin, record.rightMargin, record.topMargin, record.bottomMargin];
  const stated = margins.map((type, index) => biff(type, double((index + 1) / 4)));
  expect(read(stated)?.author).toMatchObject({ marginsAcross: 54, marginsDown: 126 });
});

test("column breaks are listed", () => {
  expect(read([biff(record.columnBreaks, shorts(2, 4, 0, 255, 9, 0, 255))])?.author.columnBreaks).toEqual([4, 9]);
  expect(read([])?.author.columnBreaks).toEqual([]);
});

test("rows are frozen where the view says so", () => {
  const pane = biff(record.pane, shorts(1, 3, 3, 1, 0));
  const view = (flags: number) => biff(record.view, shorts(flags, 0, 0));
  expect(
    [read([view(8), pane]), read([view(0), pane]), read([view(8)]), read([pane])].map((sheet) => sheet?.frozenRows),
  ).toEqual([3, 0, 0, 0]);
});
