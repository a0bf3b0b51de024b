import { columnStretch } from "../column-widths.ts";
import { formatCode } from "../number-format.ts";
import { parseRanges } from "../range-references.ts";
import type { PrintNames } from "../sheet-layout.ts";
import { type CellFormat, plainFormat, type WorkbookStyles } from "../workbook-parts.ts";
import { columnLetters } from "../xlsx-writer.ts";
import { record, recordsOfPart, shortsAt } from "./records.ts";
import { sharedStrings, textAt } from "./strings.ts";

/**
 * A sheet as the workbook lists it. Print area and titles are written as in Office Open XML: "!$A$1:$D$20", or several
 * ranges.
 */
export interface BiffSheet extends PrintNames {
  name: string;
  hidden: boolean;
  kind: "cells" | "chart" | "other";
  /** Offset of its substream. */
  start: number;
  /** First row of its automatic filter, counted from 1. */
  filterRow: number | undefined;
}

/** The globals substream of an Excel workbook of 1997 to 2003. */
export interface BiffWorkbook {
  sheets: BiffSheet[];
  /** Index of the sheet that was active when the workbook was saved. */
  activeSheet: number;
  styles: WorkbookStyles;
  shared: string[];
  /** Offsets of the records of cell formats. */
  formatsAt: number[];
  /** Name of the font of a cell format. */
  fontName(style: number): string;
}

/** Ranges by the index of their sheet. */
type Names = Map<number, string>;

const biff8 = 0x0600;

/** @returns undefined for workbooks that only LibreOffice can read: other versions, encryption, unknown print areas */
export function readBook(stream: Buffer): BiffWorkbook | undefined {
  if (stream.readUInt16LE(0) !== record.begin || stream.readUInt16LE(4) !== biff8) return undefined;
  const records = [...recordsOfPart(stream, 0)];
  const all = (type: number) => records.filter((one) => one.type === type).map(({ at }) => at);
  if (all(record.filePass).length > 0) return undefined;
  const sheets = all(record.sheet).map((at) => parseSheet(stream, at));
  const fonts = all(record.font).map((at) => parseFont(stream, at));
  const formatsAt = all(record.format);
  const formats = formatsAt.map((at) => parseFormat(stream, at));
  const codes = new Map(
    all(record.numberFormat).map((at) => [
      stream.readUInt16LE(at),
      textAt(stream, at + 4, stream.readUInt16LE(at + 2)),
    ]),
  );
  const window = all(record.window).at(-1);
  const firstTexts = records.findLastIndex(({ type }) => type === record.sharedStrings);
  const endOfTexts = records.findIndex(({ type }, index) => index > firstTexts && type !== record.continued);
  const [areas, titles, filters]: [Names, Names, Names] = [new Map(), new Map(), new Map()];
  const named: Record<number, Names> = { [printAreaName]: areas, [printTitlesName]: titles, [filterName]: filters };
  for (const at of all(record.name)) {
    const name = builtInName(stream, at);
    const ranges = named[name ?? -1];
    if (!ranges) continue;
    const cells = parseAreas(stream, at);
    if (name === printAreaName && cells === undefined) return undefined;
    ranges.set(stream.readUInt16LE(at + 8) - 1, cells ?? "");
  }
  const fontOf = (style: number) => {
    const font = formats[style]?.font ?? 0;
    return fonts[font > 4 ? font - 1 : font]; // there is no font 4 ([MS-XLS] 2.5.129)
  };
  const defaultFontSize = fonts[0]?.size ?? 10;
  const styles = formats.map(({ font: _, code, ...format }, style): CellFormat => {
    const { size = defaultFontSize, isBold = false } = fontOf(style) ?? {};
    return { ...format, fontSize: size, isBold, formatCode: formatCode(code, codes.get(code)) };
  });
  const unlisted = { ...plainFormat, fontSize: defaultFontSize, isBold: fonts[0]?.isBold ?? false };
  return {
    sheets: sheets.map((sheet, index) => ({
      ...sheet,
      printArea: areas.get(index),
      printTitles: titles.get(index),
      filterRow: parseRanges(filters.get(index) ?? "")?.[0]?.rows?.from,
    })),
    activeSheet: window === undefined ? 0 : stream.readUInt16LE(window + 10),
    styles: {
      format: (style) => styles[style] ?? unlisted,
      defaultFontSize,
      columnStretch: columnStretch(fonts[0]?.name ?? "Arial", defaultFontSize),
    },
    shared: firstTexts < 0 ? [] : sharedStrings(stream, records.slice(firstTexts, endOfTexts)),
    formatsAt,
    fontName: (style) => fontOf(style)?.name ?? "",
  };
}

const kinds: Record<number, BiffSheet["kind"]> = { 0: "cells", 2: "chart" };

/** [MS-XLS] 2.4.28 */
function parseSheet(stream: Buffer, at: number): Omit<BiffSheet, keyof PrintNames | "filterRow"> {
  return {
    start: stream.readUInt32LE(at),
    hidden: (stream.readUInt8(at + 4) & 3) !== 0,
    kind: kinds[stream.readUInt8(at + 5)] ?? "other",
    name: textAt(stream, at + 7, stream.readUInt8(at + 6)),
  };
}

const boldWeight = 700;

/** [MS-XLS] 2.4.122 */
function parseFont(stream: Buffer, at: number) {
  return {
    size: stream.readUInt16LE(at) / 20,
    name: textAt(stream, at + 15, stream.readUInt8(at + 14)),
    isBold: stream.readUInt16LE(at + 6) >= boldWeight,
  };
}

interface Format extends Pick<CellFormat, "isVisible" | "wraps" | "adapts" | "alignment"> {
  font: number;
  /** Number of the code that says how a number is written. */
  code: number;
}

/** Centre, right, centre across selection ([MS-XLS] 2.5.123). */
const alignments: Record<number, "right" | "both"> = { 2: "both", 3: "right", 6: "both" };

/** [MS-XLS] 2.4.353 and 2.5.20: lines on four sides and across, the pattern of the fill. */
function parseFormat(stream: Buffer, at: number): Format {
  const sides = stream.readUInt16LE(at + 10);
  const more = stream.readUInt32LE(at + 14);
  const [across, fill] = [(more >>> 21) & 15, more >>> 26];
  return {
    font: stream.readUInt16LE(at),
    isVisible: sides !== 0 || across !== 0 || fill !== 0,
    wraps: (stream.readUInt8(at + 6) & 8) !== 0,
    adapts: stream.readUInt8(at + 7) !== 0 || (stream.readUInt8(at + 8) & 0x10) !== 0,
    alignment: alignments[stream.readUInt8(at + 6) & 7] ?? "left",
    code: stream.readUInt16LE(at + 2),
  };
}

/** Flag of a built-in name, which has a number instead of a text ([MS-XLS] 2.4.150). */
const builtIn = 0x20;
const printAreaName = 6;
const printTitlesName = 7;
const filterName = 13;
/** Offset of the name, after flags, key, lengths and sheet. */
const nameAt = 14;

function builtInName(stream: Buffer, at: number): number | undefined {
  return (stream.readUInt16LE(at) & builtIn) !== 0 ? stream.readUInt8(at + nameAt + 1) : undefined;
}

/** A built-in name that LibreOffice ignores. */
const sheetTitleName = 12;

/**
 * Disables the print areas of hidden sheets, which LibreOffice would print, and those that are formulas, of which it
 * would print the first operand. The name record stays, since formulas refer to names by index.
 * @param stream is modified
 */
export function removePrintAreas(stream: Buffer, { sheets }: BiffWorkbook): void {
  for (const { type, at } of recordsOfPart(stream, 0)) {
    if (type !== record.name || builtInName(stream, at) !== printAreaName) continue;
    const { hidden, printArea = "" } = sheets[stream.readUInt16LE(at + 8) - 1] ?? {};
    if (hidden || !parseRanges(printArea)) stream.writeUInt8(sheetTitleName, at + nameAt + 1);
  }
}

/** Tokens of a formula, without their class ([MS-XLS] 2.5.198). */
const token = { union: 0x10, memory: 0x29, cell: 0x3a, area: 0x3b, lostCell: 0x3c, lostArea: 0x3d } as const;
const lastRow = 0xffff;
const lastColumn = 0xff;

/** Tokens of a computed area: range operator, texts, attributes, numbers, calls and names. */
const computing = new Set([0x11, 0x17, 0x19, 0x1e, 0x1f, 0x21, 0x22, 0x23, 0x39]);
/** Stands for a computed area; no list of references. */
const computed = "OFFSET()";

/** @returns the ranges of a name; undefined where the formula is neither a list of ranges nor a known computation */
function parseAreas(stream: Buffer, at: number): string | undefined {
  let place = at + nameAt + 2;
  const end = place + stream.readUInt16LE(at + 4);
  const areas: string[] = [];
  while (place < end) {
    const kind = stream.readUInt8(place);
    const plain = kind >= 0x40 ? (kind & 0x1f) | 0x20 : kind;
    if (plain === token.memory) place += 3;
    else if (plain === token.union) place += 1;
    else if (plain === token.cell) {
      const [row = 0, column = 0] = shortsAt(stream, place + 3, 2);
      areas.push(formatArea(row, row, column, column));
      place += 7;
    } else if (plain === token.area) {
      const [row = 0, toRow = 0, column = 0, toColumn = 0] = shortsAt(stream, place + 3, 4);
      areas.push(formatArea(row, toRow, column, toColumn));
      place += 11;
    } else if (plain === token.lostCell || plain === token.lostArea) return "#REF!";
    else return computing.has(plain) ? computed : undefined;
  }
  return areas.length > 0 ? areas.join(",") : undefined;
}

/** @param fromColumn the column in its lower byte and flags in the upper one, as in `lastOne` */
function formatArea(row: number, toRow: number, fromColumn: number, lastOne: number): string {
  const [column, toColumn] = [fromColumn & lastColumn, lastOne & lastColumn];
  // Whole rows first: the last column of XLS is not that of Office Open XML.
  if (column === 0 && toColumn === lastColumn) return `!$${row + 1}:$${toRow + 1}`;
  if (row === 0 && toRow === lastRow) return `!$${columnLetters(column)}:$${columnLetters(toColumn)}`;
  return `!$${columnLetters(column)}$${row + 1}:$${columnLetters(toColumn)}$${toRow + 1}`;
}
