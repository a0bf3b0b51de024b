import { attribute } from "../detect/package.ts";
import { digitPixels, pointsPerPixel } from "./column-widths.ts";
import { formatNumber, formatShortestNumber } from "./number-format.ts";
import { cellMargins, generous, paddingPoints, textWidth } from "./text-width.ts";
import type { WorkbookStyles } from "./workbook-parts.ts";

/** Width of the narrowest common font relative to the measured one. */
const narrowest = 0.9;
/** Width of one digit with padding, in points. A narrower column counts as hidden on purpose. */
const oneDigit = 9;

/** A number with the index of its cell's format. */
export interface CellNumber {
  value: number;
  style: number;
}

/**
 * The width that a column needs so that none of its numbers prints as "###".
 * @param width of the column, in points
 * @param isAutoWidth whether the width is automatic: then the column is widened even if the numbers just fit
 * @returns the width in digits; undefined where the column is wide enough or hidden
 */
export function neededDigits(
  numbers: CellNumber[],
  width: number,
  styles: WorkbookStyles,
  isAutoWidth = false,
): number | undefined {
  if (width < oneDigit) return undefined;
  const maxWidth = (shown: typeof formatNumber) =>
    numbers.reduce((widest, { value, style }) => {
      const text = shown(String(value), styles.format(style).formatCode);
      return Math.max(widest, textWidth(text, styles.format(style).fontSize));
    }, 0);
  const fits = isAutoWidth
    ? maxWidth(formatNumber) + cellMargins <= width
    : maxWidth(formatShortestNumber) * narrowest <= width;
  if (fits) return undefined;
  return (maxWidth(formatNumber) * generous + paddingPoints) / (digitPixels(styles.defaultFontSize) * pointsPerPixel);
}

interface Range {
  column: number;
  style: number;
  least: number;
  most: number;
  longest: number;
  /** Number of characters of `longest`. */
  length: number;
}

/** Keeps the smallest, the largest and the longest number of each format in each column: no other number is wider. */
export class Extremes {
  private readonly ranges = new Map<number, Range>();

  add(column: number, style: number, value: number): void {
    const key = column * 0x10000 + style;
    const known = this.ranges.get(key);
    const { length } = String(value);
    if (!known) this.ranges.set(key, { column, style, least: value, most: value, longest: value, length });
    else {
      if (value < known.least) known.least = value;
      else if (value > known.most) known.most = value;
      if (length > known.length) [known.longest, known.length] = [value, length];
    }
  }

  byColumn(): Map<number, CellNumber[]> {
    const byColumn = Map.groupBy(this.ranges.values(), ({ column }) => column);
    const shown = ({ style, least, most, longest }: Range) => [least, most, longest].map((value) => ({ value, style }));
    return new Map([...byColumn].map(([column, ranges]) => [column, ranges.flatMap(shown)]));
  }
}

/**
 * Writes column widths into a worksheet. Uses regular expressions because the XML parser would also read every cell,
 * which is slower (see `measureWorksheet`).
 * @param wanted digits by column; other columns keep their stated width
 */
export function setColumnWidths(xml: string, wanted: Map<number, number>): string {
  if (wanted.size === 0) return xml;
  const columns = /<((?:\w+:)?)cols\b[^<>]*?(?:\/>|>(.*?)<\/(?:\w+:)?cols\s*>)/s;
  const [whole = "", , stated = ""] = columns.exec(xml) ?? [];
  return xml.replace(whole, "").replace(/<((?:\w+:)?)sheetData\b/, (start, prefix: string) => {
    return `<${prefix}cols>${columnElements(wanted, stated, prefix)}</${prefix}cols>${start}`;
  });
}

/** Merges wanted widths into the stated `col` elements, each of which may cover several columns. */
function columnElements(wanted: Map<number, number>, stated: string, prefix: string): string {
  const columns = [...wanted.keys()].sort((one, other) => one - other);
  const left = new Set(columns);
  const written: { from: number; markup: string }[] = [];
  const write = (from: number, to: number, own: string) => {
    if (to >= from) written.push({ from, markup: `<${prefix}col min="${from}" max="${to}"${own}/>` });
  };
  const width = (column: number) => ` width="${wanted.get(column)?.toFixed(2)}" customWidth="1"`;
  for (const [, attributes = ""] of stated.matchAll(/<(?:\w+:)?col\b([^<>]*?)\/?>/g)) {
    const kept = attributes.replaceAll(/\s(?:min|max)\s*=\s*"[^"]*"/g, "");
    const style = kept.replaceAll(/\s(?:width|customWidth|bestFit)\s*=\s*"[^"]*"/g, "");
    let next = Number(attribute(attributes, "min"));
    const last = Number(attribute(attributes, "max"));
    for (const column of columns.filter((one) => one >= next && one <= last)) {
      write(next, column - 1, kept);
      write(column, column, style + width(column));
      left.delete(column);
      next = column + 1;
    }
    write(next, last, kept);
  }
  for (const column of left) write(column, column, width(column));
  return written
    .sort((one, other) => one.from - other.from)
    .map(({ markup }) => markup)
    .join("");
}
