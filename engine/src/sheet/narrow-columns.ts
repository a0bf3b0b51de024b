import { attribute } from "../detect/package.ts";
import { digitPixels, pointsPerPixel } from "./column-widths.ts";
import { formatNumber, formatShortestNumber } from "./number-format.ts";
import { cellMargins, generous, paddingPoints, textWidth } from "./text-width.ts";
import type { WorkbookStyles } from "./workbook-parts.ts";

/** The narrowest usual font against the one that is measured with. */
const narrowest = 0.9;
/** In points, with its padding. Whoever makes a column narrower than that hides it. */
const oneDigit = 9;

/** A number in a cell of some format. */
export interface CellNumber {
  value: number;
  style: number;
}

/**
 * A number that does not fit into its column is "###" on paper. Programs write such columns, which nobody has looked at; those become
 * as wide as their numbers, all others stay as they were stated.
 * @param width of the column that the numbers stand in, in points
 * @param isAutoWidth whether nobody gave the column its width: then it becomes wider also where the numbers just fit
 * @returns the width in digits that they need; undefined where they have it, or where the column is hidden
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
  /** Of `longest` as it is written. */
  length: number;
}

/** The smallest and the largest number of each format in each column, and the longest as it is written: no other one is wider. */
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

/** @param wanted digits by column; the others keep what is stated, and the order of all is by column */
export function setColumnWidths(xml: string, wanted: Map<number, number>): string {
  if (wanted.size === 0) return xml;
  const columns = /<((?:\w+:)?)cols\b[^<>]*?(?:\/>|>(.*?)<\/(?:\w+:)?cols\s*>)/s;
  const [whole = "", , stated = ""] = columns.exec(xml) ?? [];
  const without = whole === "" ? xml : xml.replace(whole, "");
  return without.replace(/<((?:\w+:)?)sheetData\b/, (start, prefix: string) => {
    return `<${prefix}cols>${columnElements(wanted, stated, prefix)}</${prefix}cols>${start}`;
  });
}

/** @param stated the columns of a sheet, each of which may stand for many */
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
