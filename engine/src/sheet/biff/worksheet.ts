import { autoWidthColumns, columnWidths, type StatedWidths } from "../column-widths.ts";
import { asksForPicture } from "../header-pictures.ts";
import type { CellRange, SheetCell, SheetContents } from "../measure-sheet.ts";
import type { AuthorSetup } from "../page-setup.ts";
import { drawingRanges } from "./drawings.ts";
import { type BiffRecord, record, recordsOfPart, shortsAt } from "./records.ts";
import { textAt } from "./strings.ts";
import type { BiffWorkbook } from "./workbook-globals.ts";

/** One worksheet of an Excel workbook of 1997 to 2003. */
export interface BiffWorksheet {
  contents: SheetContents;
  author: AuthorSetup;
  /** Returns whether the width of a column is automatic, as in a table that a program exported. */
  isAutoWidth(column: number): boolean;
  /** Whether its header or footer holds a picture. */
  hasHeaderPicture: boolean;
  /** Offsets of the records with its page set-up. */
  setupAt: number;
  optionsAt: number;
  /** Last row with a border or fill of its own, apart from cells; 0 is none. */
  formattedRow: number;
  /** Number of frozen rows at the top. */
  frozenRows: number;
  records: BiffRecord[];
}

/** Flags of a sheet's options ([MS-XLS] 2.4.351). */
export const fitsPages = 0x0100;
const isDialog = 0x0010;
/** Flag of the window view. */
const isFrozen = 0x0008;
/** Flags of the page set-up ([MS-XLS] 2.4.257). */
export const setupFlag = {
  upright: 2,
  isUnset: 4,
  printsNotes: 0x20,
  hasNoOrientation: 0x40,
  notesAtEnd: 0x200,
} as const;
/** Offset and flag of a note ([MS-XLS] 2.4.179). */
export const noteFlag = { at: 4, isOpen: 2 } as const;
/** Flags of a row ([MS-XLS] 2.4.221). */
export const rowFlag = { at: 12, hidden: 0x20, chosenHeight: 0x40, formatted: 0x80 } as const;
const usualHeight = 0x8000;
/** Excel's default margins of both sides, in inches. */
const usualMargins = { across: 0.75, down: 1 };

/**
 * @returns undefined where a record is missing that would have to be changed, or a header prints the folder of the file
 */
export function readWorksheet(stream: Buffer, start: number, book: BiffWorkbook): BiffWorksheet | undefined {
  const records = [...recordsOfPart(stream, start)];
  const find = (type: number) => records.find((one) => one.type === type);
  const setup = find(record.pageSetup);
  const options = find(record.sheetOptions);
  if (!setup || setup.size < 34 || !options || (stream.readUInt16LE(options.at) & isDialog) !== 0) return undefined;
  const ends = records.filter(({ type, size }) => size > 0 && (type === record.header || type === record.footer));
  const endTexts = ends.map(({ at }) => textAt(stream, at + 2, stream.readUInt16LE(at)));
  if (endTexts.some((text) => /&Z/i.test(text))) return undefined;
  const hasHeaderPicture = endTexts.some(asksForPicture) && find(record.headerPicture) !== undefined;

  const widths = statedWidths(stream, records, book);
  const { heights, formattedRow } = parseRows(stream, records, book);
  const height = find(record.usualRowHeight);
  const contents: SheetContents = {
    eachCell(see) {
      for (const one of records) visitCells(stream, one, book.shared, see);
    },
    columnWidth: columnWidths(widths),
    defaultHeight: height ? stream.readUInt16LE(height.at + 2) / 20 : 12.75,
    heights,
    merges: records.filter(({ type }) => type === record.merges).flatMap(({ at }) => parseMergeRecord(stream, at)),
    drawings: drawingRanges(stream, records),
  };
  return {
    contents,
    author: authorSetup(stream, records, setup, options),
    isAutoWidth: autoWidthColumns(widths),
    hasHeaderPicture,
    setupAt: setup.at,
    optionsAt: options.at,
    formattedRow,
    frozenRows: frozenRows(stream, records),
    records,
  };
}

/** [MS-XLS] 2.4.346 and 2.4.188 */
function frozenRows(stream: Buffer, records: BiffRecord[]): number {
  const view = records.find(({ type }) => type === record.view);
  const pane = records.find(({ type }) => type === record.pane);
  return view && pane && (stream.readUInt16LE(view.at) & isFrozen) !== 0 ? stream.readUInt16LE(pane.at + 2) : 0;
}

function authorSetup(stream: Buffer, records: BiffRecord[], setup: BiffRecord, options: BiffRecord): AuthorSetup {
  const flags = stream.readUInt16LE(setup.at + 10);
  const isSet = (flags & setupFlag.isUnset) === 0;
  const margin = (type: number, usual: number) => {
    const found = records.find((one) => one.type === type);
    return (found ? stream.readDoubleLE(found.at) : usual) * 72;
  };
  const breaks = records.find(({ type }) => type === record.columnBreaks);
  const breakCount = breaks ? stream.readUInt16LE(breaks.at) : 0;
  return {
    fitToPage: (stream.readUInt16LE(options.at) & fitsPages) !== 0,
    fitToWidth: stream.readUInt16LE(setup.at + 6),
    fitToHeight: stream.readUInt16LE(setup.at + 8),
    scale: (isSet && stream.readUInt16LE(setup.at + 2)) || 100,
    landscape: isSet && (flags & (setupFlag.upright | setupFlag.hasNoOrientation)) === 0,
    marginsAcross: margin(record.leftMargin, usualMargins.across) + margin(record.rightMargin, usualMargins.across),
    marginsDown: margin(record.topMargin, usualMargins.down) + margin(record.bottomMargin, usualMargins.down),
    columnBreaks: Array.from({ length: breakCount }, (_, index) =>
      breaks ? stream.readUInt16LE(breaks.at + 2 + index * 6) : 0,
    ),
  };
}

function parseRows(stream: Buffer, records: BiffRecord[], { styles }: BiffWorkbook) {
  const heights: SheetContents["heights"] = [];
  let formattedRow = 0;
  for (const { type, at } of records) {
    if (type !== record.row) continue;
    const row = stream.readUInt16LE(at) + 1;
    const height = stream.readUInt16LE(at + 6);
    const flags = stream.readUInt16LE(at + rowFlag.at);
    if ((flags & rowFlag.hidden) !== 0) heights.push({ row, height: 0, isCustom: true });
    else if ((height & usualHeight) === 0)
      heights.push({ row, height: height / 20, isCustom: (flags & rowFlag.chosenHeight) !== 0 });
    const isFormatted =
      (flags & rowFlag.formatted) !== 0 && styles.format(stream.readUInt16LE(at + 14) & 0x0fff).isVisible;
    if (isFormatted) formattedRow = Math.max(formattedRow, row);
  }
  return { heights, formattedRow };
}

function statedWidths(stream: Buffer, records: BiffRecord[], { styles }: BiffWorkbook): StatedWidths {
  const number = (type: number) => {
    const found = records.find((one) => one.type === type);
    return found && stream.readUInt16LE(found.at);
  };
  const usual = number(record.usualColumnWidth);
  return {
    fontSize: styles.defaultFontSize,
    baseDigits: number(record.baseColumnWidth) ?? 8,
    usualDigits: usual === undefined ? undefined : usual / 256,
    ranges: records
      .filter(({ type }) => type === record.columns)
      .map(({ at }) => {
        const [from = 0, to = 0, width = 0, , flags = 0] = shortsAt(stream, at, 5);
        return { from: from + 1, to: to + 1, digits: width / 256, hidden: (flags & 1) !== 0, isCustom: true };
      }),
  };
}

/** [MS-XLS] 2.4.168 */
function parseMergeRecord(stream: Buffer, at: number): CellRange[] {
  return Array.from({ length: stream.readUInt16LE(at) }, (_, index) => {
    const [row = 0, toRow = 0, column = 0, toColumn = 0] = shortsAt(stream, at + 2 + index * 8, 4);
    return { from: { row: row + 1, column: column + 1 }, to: { row: toRow + 1, column: toColumn + 1 } };
  });
}

const number = { length: 8, text: () => "" };

/** Visits the cells of one record. A formula that is still there counts as a number. */
function visitCells(stream: Buffer, one: BiffRecord, shared: string[], see: (cell: SheetCell) => void): void {
  const { type, at, size } = one;
  if (type === record.numbers || type === record.blanks) {
    const [row, column] = [stream.readUInt16LE(at) + 1, stream.readUInt16LE(at + 2) + 1];
    const step = type === record.numbers ? 6 : 2;
    for (let index = 0; 4 + (index + 1) * step <= size - 2; index++) {
      const cell = { row, column: column + index, style: stream.readUInt16LE(at + 4 + index * step) };
      see(type === record.numbers ? { ...cell, content: number } : cell);
    }
    return;
  }
  const content = cellContent(stream, one, shared);
  if (content === undefined) return;
  const [row = 0, column = 0, style = 0] = shortsAt(stream, at, 3);
  const cell = { row: row + 1, column: column + 1, style };
  see(content === "none" ? cell : { ...cell, content });
}

/** @returns undefined where the record is no cell */
function cellContent(stream: Buffer, { type, at }: BiffRecord, shared: string[]): SheetCell["content"] | "none" {
  if (type === record.blank || (type === record.formula && isEmptyResult(stream, at))) return "none";
  if (type === record.sharedText) return textContent(shared[stream.readUInt32LE(at + 6)] ?? "");
  if (type === record.text || type === record.richText) {
    return textContent(textAt(stream, at + 8, stream.readUInt16LE(at + 6)));
  }
  const isNumber = type === record.number || type === record.shortNumber || type === record.error;
  return isNumber || type === record.formula ? number : undefined;
}

/** Whether the stored result of a formula is an empty text ([MS-XLS] 2.5.133). */
const isEmptyResult = (stream: Buffer, at: number) =>
  stream.readUInt16LE(at + 12) === 0xffff && stream.readUInt8(at + 6) === 3;

const textContent = (text: string) => (text === "" ? "none" : { length: text.length, text: () => text });
