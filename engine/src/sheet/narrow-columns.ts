import { attribute } from "../detect/package.ts";
import { digitPixels, pointsPerPixel } from "./column-widths.ts";
import { columnNumber, widthsOf } from "./sheet-measure.ts";
import { leastShownNumber, shownNumber } from "./shown-number.ts";
import { textWidth } from "./text-width.ts";
import type { WorkbookLooks } from "./workbook-parts.ts";

/** The narrowest usual font against the one that is measured with. */
const narrowest = 0.9;
/** Bold letters, and fonts wider than that one. */
const generous = 1.1;
const paddingPoints = 9;
/** In points, with its padding. Whoever makes a column narrower than that hides it. */
const oneDigit = 9;

/**
 * A number that does not fit into its column is "###" on paper. Programs write such columns, which nobody has looked at; those become
 * as wide as their numbers, all others stay as they were stated.
 * @param xml a worksheet part with columns, one character for each byte
 */
export function withoutNarrowColumns(xml: string, looks: WorkbookLooks): string {
  const stated = widthsOf(xml, looks);
  const wanted = new Map<number, string>();
  for (const [column, numbers] of numbersOf(xml, looks)) {
    const digits = neededDigits(numbers, stated(column), looks);
    if (digits !== undefined) wanted.set(column, digits.toFixed(2));
  }
  return wanted.size === 0 ? xml : restated(xml, wanted);
}

/** A number in a cell of some format. */
export interface Shown {
  value: number;
  style: number;
}

/**
 * @param width of the column that the numbers stand in, in points
 * @returns the width in digits that they need; undefined where they have it, or where the column is hidden
 */
export function neededDigits(numbers: Shown[], width: number, looks: WorkbookLooks): number | undefined {
  if (width < oneDigit) return undefined;
  const widthOf = (shown: typeof shownNumber, factor: number) =>
    numbers.reduce((widest, { value, style }) => {
      const text = shown(String(value), looks.formatCode(style));
      return Math.max(widest, textWidth(text, looks.fontSize(style)) * factor);
    }, 0);
  if (widthOf(leastShownNumber, narrowest) <= width) return undefined;
  return (widthOf(shownNumber, generous) + paddingPoints) / (digitPixels(looks.defaultFontSize) * pointsPerPixel);
}

/** A cell with a value, whether or not a formula stands before it. */
const valued = /<(?:\w+:)?c\s([^<>]*)>(?:<(?:\w+:)?f\b[^<>]*(?:\/>|>[^<]*<\/(?:\w+:)?f>))?<(?:\w+:)?v>([^<]*)</g;

/** The smallest and the largest number of each format in each column: no other one is wider. */
export class Extremes {
  private readonly ranges = new Map<number, { column: number; style: number; least: number; most: number }>();

  add(column: number, style: number, value: number): void {
    const key = column * 0x10000 + style;
    const known = this.ranges.get(key);
    if (!known) this.ranges.set(key, { column, style, least: value, most: value });
    else if (value < known.least) known.least = value;
    else if (value > known.most) known.most = value;
  }

  byColumn(): Map<number, Shown[]> {
    const found = new Map<number, Shown[]>();
    for (const { column, style, least, most } of this.ranges.values()) {
      if (!found.has(column)) found.set(column, []);
      found.get(column)?.push({ value: least, style }, { value: most, style });
    }
    return found;
  }
}

function numbersOf(xml: string, looks: WorkbookLooks): Map<number, Shown[]> {
  const merged = new Set([...xml.matchAll(/<(?:\w+:)?mergeCell\b[^<>]*\bref="([A-Z]+\d+):/g)].map(([, cell]) => cell));
  const extremes = new Extremes();
  for (const [, attributes = "", text = ""] of xml.matchAll(valued)) {
    const style = Number(/\bs="(\d+)"/.exec(attributes)?.[1] ?? 0);
    if (looks.formatCode(style) === "" || looks.adapts(style) || /\bt="(?!n")/.test(attributes)) continue;
    const [, cell = "", letters = ""] = /\br="(([A-Z]+)\d+)"/.exec(attributes) ?? [];
    const value = Number(text);
    if (cell !== "" && !merged.has(cell) && Number.isFinite(value)) extremes.add(columnNumber(letters), style, value);
  }
  return extremes.byColumn();
}

/** @param wanted digits by column; the others keep what is stated, and the order of all is by column */
function restated(xml: string, wanted: Map<number, string>): string {
  const open = /<((?:\w+:)?)cols\b[^<>]*>/.exec(xml);
  if (!open) return xml;
  const [{ length }, prefix = ""] = open;
  const from = open.index + length;
  const to = xml.indexOf(`</${prefix}cols`, from);
  return to < 0 ? xml : xml.slice(0, from) + columnsWith(wanted, xml.slice(from, to), prefix) + xml.slice(to);
}

/** @param stated the columns of a sheet, each of which may stand for many */
function columnsWith(wanted: Map<number, string>, stated: string, prefix: string): string {
  const columns = [...wanted.keys()].sort((one, other) => one - other);
  const left = new Set(columns);
  const written: { from: number; markup: string }[] = [];
  const write = (from: number, to: number, own: string) => {
    if (to >= from) written.push({ from, markup: `<${prefix}col min="${from}" max="${to}"${own}/>` });
  };
  const width = (column: number) => ` width="${wanted.get(column)}" customWidth="1"`;
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
