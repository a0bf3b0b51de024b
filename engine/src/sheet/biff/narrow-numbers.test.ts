import { expect, test } from "vitest";
import type { CellRange, SheetCell } from "../measure-sheet.ts";
import { type CellFormat, plainFormat } from "../workbook-parts.ts";
import { cutsTexts, narrowNumbers, shrinkNumbers, statesWidths, widenNarrowColumns } from "./narrow-columns.ts";
import { record, recordsFrom } from "./records.ts";
import { biff } from "./testing.ts";
import type { BiffWorkbook } from "./workbook-globals.ts";
import type { BiffWorksheet } from "./worksheet.ts";

const shorts = (...values: number[]) => Buffer.from(new Uint16Array(values).buffer);
const double = (value: number) => Buffer.from(new Float64Array([value]).buffer);
const bits = (value: number) => Buffer.from(new Int32Array([value]).buffer);

const [whole, pence, plain, adapting, wrapping] = [0, 1, 2, 3, 4];
const formats: Partial<CellFormat>[] = [
  { formatCode: "0" },
  { formatCode: "0.00" },
  {},
  { formatCode: "0", adapts: true },
  { formatCode: "0", wraps: true },
  { formatCode: "0", alignment: "right" },
];
const styles = {
  format: (style: number) => ({ ...plainFormat, fontSize: 10, ...formats[style] }),
  defaultFontSize: 11,
  columnStretch: 1,
};
const book = { styles, formatsAt: [0, 20, 40, 60] } as unknown as BiffWorkbook;

const columnPoints = 20;
interface Given {
  merges?: CellRange[];
  isAutoWidth?: (column: number) => boolean;
  cells?: SheetCell[];
}
function sheetOf(records: Buffer[], { merges = [], isAutoWidth = () => true, cells = [] }: Given = {}) {
  const stream = Buffer.concat(records);
  const eachCell = (see: (cell: SheetCell) => void) => cells.forEach(see);
  const contents = { merges, columnWidth: () => columnPoints, eachCell };
  const sheet = { records: [...recordsFrom(stream, 0)], contents, isAutoWidth } as unknown as BiffWorksheet;
  return { stream, sheet };
}
function narrow(records: Buffer[], given?: Given) {
  const { stream, sheet } = sheetOf(records, given);
  return narrowNumbers(stream, sheet, book);
}
const number = (value: number, { row = 0, column = 0, style = whole } = {}) =>
  biff(record.number, shorts(row, column, style), double(value));
const columns = (first: number, last: number, width = 0) => biff(record.columns, shorts(first, last, width, 0, 0, 0));

/** The width that a number of so many characters needs, in points: digits of 5.56 points, a tenth more, and padding. */
const neededPoints = (characters: number) => characters * 5.56 * 1.1 + 9;

test("a number that is too wide is told with its format and how many times the width it needs", () => {
  const [first, ...others] = narrow([number(123_456_789)]);
  expect(first?.style).toBe(whole);
  expect(first?.times).toBeCloseTo(neededPoints(9) / columnPoints, 6);
  expect(others).toHaveLength(2);
});

test.each([
  ["a whole number", (12_345_678 << 2) | 2, 12_345_678],
  ["a negative whole number", (-1_234_567 << 2) | 2, -1_234_567],
  ["a whole number of hundredths", (123_456_789 << 2) | 3, 1_234_567.89],
  ["the upper half of a double", double(5_242_880).readInt32LE(4), 5_242_880],
  ["a hundredth of the upper half of a double", double(2 ** 40).readInt32LE(4) | 1, 2 ** 40 / 100],
])("a short number is %s", (_what, value, same) => {
  const expected = narrow([number(same, { style: pence })]);
  expect(expected.length).toBeGreaterThan(0);
  expect(narrow([biff(record.shortNumber, shorts(0, 0, pence), bits(value))])).toEqual(expected);
  const three = [shorts(pence), bits(value), shorts(plain), bits(value), shorts(pence), bits(value)];
  expect(narrow([biff(record.numbers, shorts(0, 0), ...three, shorts(2))])).toEqual([...expected, ...expected]);
});

test.each([
  ["of a record without a cell", [biff(record.numbers, shorts(0, 0), bits(2 << 30), shorts(0))], 0],
  ["of another kind of record", [biff(record.text, shorts(0, 0, whole), double(123_456_789))], 0],
  ["without a format", [number(123_456_789, { style: plain })], 0],
  ["in a cell that adapts", [number(123_456_789, { style: adapting })], 0],
  ["in an ordinary cell", [number(123_456_789)], 3],
])("numbers %s are told %#: %s", (_which, records, count) => expect(narrow(records)).toHaveLength(count));

test("a number in a merged cell is not told, and one beside it is", () => {
  const merges = [{ from: { row: 2, column: 3 }, to: { row: 2, column: 5 } }];
  const at = (row: number, column: number) => narrow([number(123_456_789, { row, column })], { merges }).length;
  expect([at(1, 2), at(1, 1), at(0, 2), at(1, 3)]).toEqual([0, 3, 3, 3]);
});

test.each([
  [1, true],
  [2, false],
  [4, false],
  [5, true],
])("a number in column %i, from 0, beside stated widths of the columns 2 to 4: %s", (column, isTold) => {
  expect(narrow([columns(2, 4), number(123_456_789, { column })]).length > 0).toBe(isTold);
});

function widths(...records: Buffer[]) {
  const { stream, sheet } = sheetOf(records);
  const changed = widenNarrowColumns(stream, sheet, book);
  const stated = sheet.records.filter(({ type }) => type === record.columns);
  return { changed, widths: stated.map(({ at }) => stream.readUInt16LE(at + 4)) };
}
/** In 256ths of a digit of 5.25 points. */
const neededWidth = (characters: number) => Math.ceil((neededPoints(characters) / 5.25) * 256);

test.each([
  [1, false],
  [2, true],
  [4, true],
  [5, false],
])("a number in column %i, from 0, widens a record of the columns 2 to 4: %s", (column, isWidened) => {
  const number9 = number(123_456_789, { column });
  expect(widths(columns(2, 4, 100), number9)).toEqual({
    changed: isWidened,
    widths: [isWidened ? neededWidth(9) : 100],
  });
});

test("each record of columns is widened to the widest of its numbers, and never made narrower", () => {
  const numbers = [
    number(1_234_567, { column: 1 }),
    number(123_456_789, { column: 2 }),
    number(12_345_678, { column: 3 }),
  ];
  expect(widths(columns(1, 3, 100), columns(9, 9, 7), ...numbers)).toEqual({
    changed: true,
    widths: [neededWidth(9), 7],
  });
  const wide = neededWidth(9);
  expect(widths(columns(1, 3, wide), ...numbers)).toEqual({ changed: false, widths: [wide] });
  expect(widths(columns(1, 3, wide - 1), ...numbers)).toEqual({ changed: true, widths: [wide] });
});

test("no column becomes wider than 255 digits", () => {
  expect(widths(columns(0, 0, 100), number(1e300))).toEqual({ changed: true, widths: [255 * 256] });
});

test("a sheet states widths when it has a record of columns", () => {
  expect(statesWidths(sheetOf([columns(0, 0)]).sheet)).toBe(true);
  expect(statesWidths(sheetOf([number(1)]).sheet)).toBe(false);
});

const cell = (text: string, { row = 1, column = 1, style = whole } = {}): SheetCell => ({
  row,
  column,
  style,
  content: { length: text.length, text: () => text },
});
const isCut = (cells: SheetCell[], given?: Given) => cutsTexts(sheetOf([], { ...given, cells }).sheet, book);
/** Four characters as wide as they are high, and the cell that ends the room on their right. */
const [four, next] = ["\u6f22".repeat(4), cell("x", { column: 3 })];

test("a text is cut off when it is wider than its column and the empty ones beside it", () => {
  expect(isCut([cell(four)])).toBe(false);
  expect(isCut([cell(four), next])).toBe(false);
  expect(isCut([cell(`${four}.`), next])).toBe(true);
  expect(isCut([cell(`${four}.`), cell("x", { column: 4 })])).toBe(false);
  expect(isCut([cell(`${four}.`), cell("x", { column: 2, row: 2 })])).toBe(false);
  expect(isCut([cell(four), cell("x", { column: 2 })])).toBe(true);
  expect(isCut([cell(four), cell("x", { column: 2 }), cell("y", { column: 9 })])).toBe(true);
});

test("a text with as many characters as its column has room for is not cut off, however wide they are", () => {
  expect(isCut([cell("@@"), cell("x", { column: 2 })])).toBe(false);
  expect(isCut([cell("@@@"), cell("x", { column: 2 })])).toBe(true);
});

test.each<[string, SheetCell[], Given]>([
  ["in a column of a chosen width", [cell(four)], { isAutoWidth: (column) => column !== 1 }],
  ["in a cell that wraps", [cell(four, { style: wrapping })], {}],
  ["in a cell that shrinks", [cell(four, { style: adapting })], {}],
  ["in a merged cell", [cell(four)], { merges: [{ from: { row: 1, column: 1 }, to: { row: 1, column: 9 } }] }],
])("a text %s does not count as cut off", (_where, cells, given) => {
  const beside = cell("x", { column: 2 });
  expect(isCut([...cells, beside], given)).toBe(false);
  expect(isCut([cell(four), beside])).toBe(true);
});

test("a text on the right is cut off by a cell on its left", () => {
  const right = cell(four, { column: 4, style: 5 });
  expect(isCut([cell("x", { column: 2 }), right])).toBe(false);
  expect(isCut([cell("x", { column: 3 }), right])).toBe(true);
});

test("formats of numbers shrink to fit, without those that texts have, that adapt already or have no code", () => {
  const stream = Buffer.alloc(80, 0x41);
  const used = { numbers: new Set([whole, pence, plain, adapting, 9]), texts: new Set([pence]) };
  shrinkNumbers(stream, book, used);
  const changed = [...stream.keys()].filter((at) => stream[at] !== 0x41);
  expect(changed.map((at) => [at, stream[at]])).toEqual([
    [8, 0x51],
    [9, 0x51],
  ]);
  stream.fill(0);
  shrinkNumbers(stream, book, { numbers: new Set([pence]), texts: new Set() });
  expect([stream[28], stream[29]]).toEqual([0x10, 0x10]);
});
