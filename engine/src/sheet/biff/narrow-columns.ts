import { eachFilledCell, overflowWidth } from "../cell-neighbours.ts";
import { digitPixels, pointsPerPixel } from "../column-widths.ts";
import type { SheetContents } from "../measure-sheet.ts";
import { Extremes, neededDigits } from "../narrow-columns.ts";
import { textWidth } from "../text-width.ts";
import { type BiffRecord, record } from "./records.ts";
import type { BiffWorkbook } from "./workbook-globals.ts";
import type { BiffWorksheet } from "./worksheet.ts";

/**
 * Widens columns whose stated width is too narrow for their numbers, as in Office Open XML. Columns of one record keep
 * one width.
 * @param stream is modified
 * @returns whether it was modified
 */
export function widenNarrowColumns(stream: Buffer, sheet: BiffWorksheet, { styles }: BiffWorkbook): boolean {
  const { records, contents } = sheet;
  const numbers = numbersByColumn(stream, sheet, styles);
  let changed = false;
  for (const { type, at } of records) {
    if (type !== record.columns) continue;
    const [first, last] = [stream.readUInt16LE(at) + 1, stream.readUInt16LE(at + 2) + 1];
    for (const [column, shown] of numbers) {
      if (column < first || column > last) continue;
      const digits = neededDigits(shown, contents.columnWidth(column), styles);
      const width = Math.min(widest, Math.ceil((digits ?? 0) * 256));
      if (width <= stream.readUInt16LE(at + 4)) continue;
      stream.writeUInt16LE(width, at + 4);
      changed = true;
    }
  }
  return changed;
}

/** A number that would print as "###" in a column without a stated width, which cannot be widened in place. */
export interface NarrowNumber {
  style: number;
  /** The needed width as a multiple of the column's width. */
  times: number;
}

export function narrowNumbers(stream: Buffer, sheet: BiffWorksheet, { styles }: BiffWorkbook): NarrowNumber[] {
  return [...numbersByColumn(stream, sheet, styles)].flatMap(([column, shown]) => {
    if (hasOwnWidth(stream, sheet, column)) return [];
    const width = sheet.contents.columnWidth(column);
    return shown.flatMap((one) => {
      const digits = neededDigits([one], width, styles);
      if (digits === undefined) return [];
      return [{ style: one.style, times: (digits * digitPixels(styles.defaultFontSize) * pointsPerPixel) / width }];
    });
  });
}

const hasOwnWidth = (stream: Buffer, { records }: BiffWorksheet, column: number) =>
  records.some(
    ({ type, at }) =>
      type === record.columns && column > stream.readUInt16LE(at) && column <= stream.readUInt16LE(at + 2) + 1,
  );

/** Whether the sheet states the width of any column. */
export const statesWidths = ({ records }: BiffWorksheet) => records.some(({ type }) => type === record.columns);

/** Whether cells clip texts in columns of automatic width. */
export function cutsTexts({ contents, isAutoWidth }: BiffWorksheet, { styles }: BiffWorkbook): boolean {
  const { columnWidth, eachCell } = contents;
  const merged = mergedCells(contents);
  let isCut = false;
  eachFilledCell(eachCell, ({ row, column, style, content }, neighbours) => {
    const { wraps, adapts, fontSize: size, alignment } = styles.format(style);
    if (isCut || !isAutoWidth(column) || wraps || adapts) return;
    if (content.length * size <= columnWidth(column) || merged.has(`${row} ${column}`)) return;
    const room = columnWidth(column) + overflowWidth(column, neighbours, alignment, columnWidth);
    isCut = textWidth(content.text(), size) > room;
  });
  return isCut;
}

const mergedCells = ({ merges }: SheetContents) => new Set(merges.map(({ from }) => `${from.row} ${from.column}`));

/**
 * Lets numbers that are slightly too wide for their cells shrink to fit. Formats that texts have as well are left
 * unchanged: such texts would no longer overflow into empty cells.
 * @param stream is modified
 */
export function shrinkNumbers(
  stream: Buffer,
  { formatsAt, styles }: BiffWorkbook,
  used: { numbers: Set<number>; texts: Set<number> },
) {
  for (const style of used.numbers) {
    const at = formatsAt[style];
    if (
      at === undefined ||
      used.texts.has(style) ||
      styles.format(style).formatCode === "" ||
      styles.format(style).adapts
    )
      continue;
    stream.writeUInt8(stream.readUInt8(at + 8) | shrinks, at + 8);
    stream.writeUInt8(stream.readUInt8(at + 9) | ownAlignment, at + 9);
  }
}

/** Flags of a cell format ([MS-XLS] 2.5.20 and 2.4.353). */
const shrinks = 0x10;
const ownAlignment = 0x10;

/** The widest numbers of each column, without merged cells and cells that adapt to any width. */
function numbersByColumn(stream: Buffer, { records, contents }: BiffWorksheet, styles: BiffWorkbook["styles"]) {
  const extremes = new Extremes();
  const merged = mergedCells(contents);
  for (const one of records) {
    for (const { row, column, style, value } of numbersAt(stream, one)) {
      if (styles.format(style).formatCode === "" || styles.format(style).adapts || merged.has(`${row} ${column}`))
        continue;
      extremes.add(column, style, value);
    }
  }
  return extremes.byColumn();
}

/** The maximum of 255 digits, in 256ths of a digit ([MS-XLS] 2.4.53). */
const widest = 255 * 256;

/** The numbers in a record. Rows and columns count from 1. */
function* numbersAt(stream: Buffer, { type, at, size }: BiffRecord) {
  if (type !== record.number && type !== record.shortNumber && type !== record.numbers) return;
  const [row, column] = [stream.readUInt16LE(at) + 1, stream.readUInt16LE(at + 2) + 1];
  const style = stream.readUInt16LE(at + 4);
  if (type === record.number) yield { row, column, style, value: stream.readDoubleLE(at + 6) };
  if (type === record.shortNumber) yield { row, column, style, value: shortNumber(stream, at + 6) };
  if (type !== record.numbers) return;
  for (let index = 0; 4 + (index + 1) * 6 <= size - 2; index++) {
    const cell = at + 4 + index * 6;
    yield { row, column: column + index, style: stream.readUInt16LE(cell), value: shortNumber(stream, cell + 2) };
  }
}

/** Decodes an RK number: an integer or the upper half of a double, possibly times a hundred ([MS-XLS] 2.5.217). */
function shortNumber(stream: Buffer, at: number): number {
  const bits = stream.readInt32LE(at);
  const half = Buffer.alloc(8);
  half.writeInt32LE(bits & ~3, 4);
  const value = (bits & 2) !== 0 ? bits >> 2 : half.readDoubleLE();
  return (bits & 1) !== 0 ? value / 100 : value;
}
