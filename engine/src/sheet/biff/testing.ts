import { compoundFile } from "../../../../fixtures/encrypted.ts";
import { record } from "./records.ts";

/** Style 16 has a border, 17 is of amounts with pence, 18 wraps, 19 is bold; 15 is what cells without a style have. */
export const [usualStyle, borderStyle, amountStyle, wrappedStyle, boldStyle] = [15, 16, 17, 18, 19];

export type TestCell = { row: number; column: number; style?: number } & (
  | { value: number }
  /** Amounts in this column and those after it, in one record. */
  | { values: number[] }
  | { text: string }
  | { blank: true }
  | TestFormula
);

export interface TestFormula {
  /** The tokens as Excel writes them. */
  tokens: Buffer;
  /** The stored result; "open" for a placeholder of a program that does not compute. */
  result: number | string | boolean | "open" | { error: number };
  /** The shared expression, when this is the first formula that uses it. */
  shared?: Buffer;
}

export interface TestSheet {
  name: string;
  hidden?: boolean;
  cells: TestCell[];
  /** Rows and columns from 0, the last ones included; or a formula. */
  printArea?: { toRow: number; toColumn: number } | Buffer;
  /** The last of the columns that are repeated on every page, from 0. */
  repeatedTo?: number;
  /** The rows of its filter, from 0, the last one included. */
  filteredRows?: [from: number, to: number];
  /** A picture behind its cells. */
  background?: Buffer;
  /** How errors are printed: 1 as nothing, 2 as dashes, 3 as #N/A. */
  errors?: number;
  /** An open note of the first cell, and whether notes are printed. */
  openNote?: { isPrinted: boolean };
  /** Contains a picture if it has the code &G. */
  header?: string;
  /** Number of frozen rows at the top. */
  frozenRows?: number;
  /** Widths in characters from the first column; without any, no widths are stated. */
  widths?: number[];
}

export const formula = {
  today: Buffer.from([0x41, 0xdd, 0x00]),
  /** 12 + 30 */
  sum: Buffer.from([0x1e, 12, 0, 0x1e, 30, 0, 0x03]),
  /** 1 < 2 */
  isLess: Buffer.from([0x1e, 1, 0, 0x1e, 2, 0, 0x09]),
  /** Refers to the shared formula at this cell. */
  sharedWith: (row: number, column: number) => Buffer.from([0x01, row, 0, column, 0]),
  /** Column B of the same row, for a shared formula. */
  nextColumn: Buffer.from([0x4c, 0, 0, 1, 0xc0]),
  /** HYPERLINK of two texts. */
  link: (address: string, words: string) =>
    Buffer.concat([
      ...[address, words].map((text) => Buffer.from([0x17, text.length, 0, ...Buffer.from(text)])),
      Buffer.from([0x42, 2, 0x67, 0x01]),
    ]),
  /** OFFSET of the first cell of the first sheet, `count` columns wide and as high as the filled part of column A. */
  firstColumns: (count: number) =>
    Buffer.from([
      0x3a,
      0,
      0,
      0,
      0,
      0,
      0,
      0x1e,
      0,
      0,
      0x1e,
      0,
      0,
      0x3b,
      0,
      0,
      0,
      0,
      0xff,
      0xff,
      0,
      0,
      0,
      0,
      0x42,
      1,
      169,
      0,
      0x1e,
      count,
      0,
      0x22,
      5,
      78,
      0,
    ]),
  machineFunctions: Buffer.from([0x17, 9, 0, ...Buffer.from("directory"), 0x42, 1, 0xf4, 0]),
};

const shorts = (...values: number[]) => Buffer.from(new Uint16Array(values).buffer);
const long = (value: number) => Buffer.from(new Uint32Array([value]).buffer);
const double = (value: number) => Buffer.from(new Float64Array([value]).buffer);

export function biff(type: number, ...data: Buffer[]): Buffer {
  const all = Buffer.concat(data);
  return Buffer.concat([shorts(type, all.length), all]);
}

const begin = (kind: number) => biff(record.begin, shorts(0x0600, kind, 0x0dbb, 0x07cc), long(0), long(0x0306));
const end = biff(record.end);
const wide = (text: string) => Buffer.concat([Buffer.from([1]), Buffer.from(text, "utf16le")]);

/** A workbook of Excel 97 as a file. */
export const xls = (sheets: TestSheet[]): Buffer => compoundFile({ Workbook: xlsStream(sheets) });

interface StreamOptions {
  /** Size of the record with the author's name; 0 omits the record. */
  writerBytes?: number;
  /** Whether there is a list of sheets to which names can refer. */
  hasReferences?: boolean;
}

/** Returns only its workbook stream. */
export function xlsStream(
  sheets: TestSheet[],
  { writerBytes = 112, hasReferences = true }: StreamOptions = {},
): Buffer {
  const font = (weight: number) =>
    biff(record.font, shorts(220, 0, 0x7fff, weight, 0), Buffer.from([0, 0, 0, 0, 5]), wide("Arial"));
  const format = (flags: number, line: number, { code = 0, fontIndex = 0, isWrapped = false } = {}) =>
    biff(
      record.format,
      shorts(fontIndex, code, flags, isWrapped ? 0x28 : 0x20, 0xf800, line),
      long(0),
      shorts(0, 0x20c0),
    );
  const fixed = [
    begin(5),
    ...(writerBytes > 0 ? [biff(record.writer, Buffer.alloc(writerBytes, " "))] : []),
    biff(record.window, shorts(0, 0, 9000, 9000, 0x38, 0, 0, 1, 600)),
    ...[400, 400, 400, 400, 700].map(font),
    ...Array.from({ length: 15 }, () => format(0xfff5, 0)),
    format(1, 0),
    format(1, 0x1111),
    format(1, 0, { code: 4 }),
    format(1, 0, { isWrapped: true }),
    format(1, 0, { fontIndex: 5 }),
  ];
  const entry = ({ name, hidden }: TestSheet, start: number) =>
    biff(record.sheet, long(start), Buffer.from([hidden ? 1 : 0, 0, name.length]), wide(name));
  const references = [
    biff(0x1ae, shorts(sheets.length, 0x0401)),
    biff(0x17, shorts(sheets.length, ...sheets.flatMap((_, index) => [0, index, index]))),
  ];
  const names = sheets.flatMap((sheet, index) => printNames(sheet, index));
  const parts = sheets.map(sheetPart);
  const globals = (starts: number[]) =>
    Buffer.concat([
      ...fixed,
      ...sheets.map((sheet, index) => entry(sheet, starts[index] ?? 0)),
      ...(hasReferences ? [...references, ...names] : []),
      end,
    ]);
  let next = globals([]).length;
  const starts = parts.map((part) => {
    next += part.length;
    return next - part.length;
  });
  return Buffer.concat([globals(starts), ...parts]);
}

function printNames({ printArea, repeatedTo, filteredRows }: TestSheet, index: number): Buffer[] {
  const area = (toRow: number, toColumn: number, fromRow = 0) =>
    Buffer.concat([Buffer.from([0x3b]), shorts(index, fromRow, toRow, 0, toColumn)]);
  const name = (kind: number, tokens: Buffer) => {
    const head = Buffer.concat([shorts(0x20), Buffer.from([0, 1]), shorts(tokens.length, 0, index + 1), long(0)]);
    return biff(record.name, head, Buffer.from([0, kind]), tokens);
  };
  const printed = printArea && ("toRow" in printArea ? area(printArea.toRow, printArea.toColumn) : printArea);
  return [
    ...(printed ? [name(6, printed)] : []),
    ...(repeatedTo === undefined ? [] : [name(7, area(0xffff, repeatedTo))]),
    ...(filteredRows ? [name(13, area(filteredRows[1], 3, filteredRows[0]))] : []),
  ];
}

function sheetPart(sheet: TestSheet): Buffer {
  const { cells, header = "", widths = [9], openNote, background, errors = 0, frozenRows = 0 } = sheet;
  const rows = Math.max(0, ...cells.map(({ row }) => row)) + 1;
  return Buffer.concat([
    begin(0x10),
    biff(record.sheetOptions, shorts(0x04c1)),
    ...(header === "" ? [] : [biff(record.header, shorts(header.length), wide(header))]),
    biff(
      record.pageSetup,
      shorts(1, 100, 1, 1, 1, (openNote?.isPrinted ? 0x22 : 2) | (errors << 10), 600, 600),
      double(0.5),
      double(0.5),
      shorts(1),
    ),
    biff(record.baseColumnWidth, shorts(8)),
    ...widths.map((width, column) => biff(record.columns, shorts(column, column, width * 256, usualStyle, 0, 0))),
    biff(0x200, long(0), long(rows), shorts(0, 256, 0)),
    ...cells.flatMap(cellRecords),
    ...(/&G/.test(header) ? [biff(record.headerPicture, shorts(record.headerPicture, 0, 0, 0, 0, 0, 0, 0))] : []),
    ...(background
      ? [biff(record.background, background.subarray(0, 40)), biff(record.continued, background.subarray(40))]
      : []),
    ...(openNote ? [biff(record.note, shorts(0, 0, 2, 1, 1), wide("A"), Buffer.alloc(1))] : []),
    biff(record.view, shorts(frozenRows > 0 ? 0x6be : 0x6b6, 0, 0, 64, 0, 0, 0, 0, 0)),
    ...(frozenRows > 0 ? [biff(record.pane, shorts(0, frozenRows, frozenRows, 0, 2))] : []),
    end,
  ]);
}

function cellRecords(cell: TestCell): Buffer[] {
  const place = shorts(cell.row, cell.column, cell.style ?? usualStyle);
  if ("blank" in cell) return [biff(record.blank, place)];
  if ("value" in cell) return [biff(record.number, place, double(cell.value))];
  if ("values" in cell) {
    const style = shorts(cell.style ?? usualStyle);
    const amounts = cell.values.flatMap((value) => [style, long((Math.round(value * 100) << 2) | 0b11)]);
    const last = shorts(cell.column + cell.values.length - 1);
    return [biff(record.numbers, shorts(cell.row, cell.column), ...amounts, last)];
  }
  if ("text" in cell) return [biff(record.text, place, shorts(cell.text.length), wide(cell.text))];
  const { tokens, result, shared } = cell;
  const flags = shorts(result === "open" ? 2 : 0);
  const head = biff(record.formula, place, stored(result), flags, long(0), shorts(tokens.length), tokens);
  const others = shared
    ? [
        biff(
          record.sharedFormula,
          shorts(cell.row, cell.row + 9),
          Buffer.from([cell.column, cell.column, 0, 1]),
          shorts(shared.length),
          shared,
        ),
      ]
    : [];
  const isText = typeof result === "string" && result !== "open" && result !== "";
  return [head, ...others, ...(isText ? [biff(record.formulaText, shorts(result.length), wide(result))] : [])];
}

function stored(result: TestFormula["result"]): Buffer {
  if (typeof result === "number" || result === "open") return double(result === "open" ? 0 : result);
  if (typeof result === "object") return Buffer.from([2, 0, result.error, 0, 0, 0, 0xff, 0xff]);
  const kind = typeof result === "boolean" ? 1 : result === "" ? 3 : 0;
  return Buffer.from([kind, 0, result === true ? 1 : 0, 0, 0, 0, 0xff, 0xff]);
}

/**
 * A chart that Excel 5 saved as a workbook for other programs, with the numbers it was drawn from. The active sheet is
 * none of its sheets. LibreOffice prints it, and crashes when it saves it as Office Open XML.
 */
export function chartOfExcel5(number: number): Buffer {
  const startOf = (kind: number) => biff(record.begin, shorts(0x0500, kind, 0, 0));
  const openSheet = 70;
  const globals = Buffer.concat([
    startOf(0x0005),
    biff(record.window, shorts(0, 0, 9000, 9000, 0, openSheet, 0, 8, 0)),
  ]);
  const sheet = (start: number) => biff(record.sheet, long(start), Buffer.from([0, 2, 0]));
  const numberOfExcel2 = biff(0x03, shorts(1, 2), Buffer.alloc(3), double(number));
  const chart = [startOf(0x8000), numberOfExcel2, end];
  return compoundFile({ Book: Buffer.concat([globals, sheet(globals.length + sheet(0).length), ...chart]) });
}
