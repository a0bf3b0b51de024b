import { Extremes, neededDigits } from "../narrow-columns.ts";
import type { BiffBook } from "./book.ts";
import { type BiffRecord, record } from "./records.ts";
import type { BiffWorksheet } from "./sheet.ts";

/**
 * Columns that are stated too narrow for their numbers become wide enough, as in Office Open XML; those that are stated together stay alike.
 * @param stream is changed
 * @returns whether it was
 */
export function widenNarrowColumns(stream: Buffer, sheet: BiffWorksheet, { looks }: BiffBook): boolean {
  const { records, contents } = sheet;
  const numbers = numbersByColumn(stream, sheet, looks);
  let changed = false;
  for (const { type, at } of records) {
    if (type !== record.columns) continue;
    const [first, last] = [stream.readUInt16LE(at) + 1, stream.readUInt16LE(at + 2) + 1];
    for (const [column, shown] of numbers) {
      if (column < first || column > last) continue;
      const digits = neededDigits(shown, contents.columnWidth(column), looks);
      const width = Math.min(widest, Math.ceil((digits ?? 0) * 256));
      if (width <= stream.readUInt16LE(at + 4)) continue;
      stream.writeUInt16LE(width, at + 4);
      changed = true;
    }
  }
  return changed;
}

/** Whether numbers would be "###" in columns that have no width of their own, which cannot be given one here. */
export function hasNarrowUsualColumns(stream: Buffer, sheet: BiffWorksheet, { looks }: BiffBook): boolean {
  if (sheet.statesWidths) return false;
  return [...numbersByColumn(stream, sheet, looks)].some(
    ([column, shown]) => neededDigits(shown, sheet.contents.columnWidth(column), looks) !== undefined,
  );
}

/** The widest of each column that is not merged with others and cannot adapt. */
function numbersByColumn(stream: Buffer, { records, contents }: BiffWorksheet, looks: BiffBook["looks"]) {
  const extremes = new Extremes();
  const merged = new Set(contents.merges.map(({ from }) => `${from.row} ${from.column}`));
  for (const one of records) {
    for (const { row, column, style, value } of numbersAt(stream, one)) {
      if (looks.formatCode(style) === "" || looks.adapts(style) || merged.has(`${row} ${column}`)) continue;
      extremes.add(column, style, value);
    }
  }
  return extremes.byColumn();
}

/** 255 digits, in parts of a digit ([MS-XLS] 2.4.53). */
const widest = 255 * 256;

/** The numbers that one record holds; rows and columns from 1. */
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

/** A number in four bytes: an integer or the upper half of a fraction, either of them perhaps times a hundred ([MS-XLS] 2.5.217). */
function shortNumber(stream: Buffer, at: number): number {
  const bits = stream.readInt32LE(at);
  const half = Buffer.alloc(8);
  half.writeInt32LE(bits & ~3, 4);
  const value = (bits & 2) !== 0 ? bits >> 2 : half.readDoubleLE();
  return (bits & 1) !== 0 ? value / 100 : value;
}
