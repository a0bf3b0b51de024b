import { digitPixels, pointsPerPixel } from "./column-widths.ts";
import { withoutNarrowColumns } from "./narrow-columns.ts";
import { columnNumber, hasContent, mergesOf, rowOrCell, textOf, widthsOf } from "./sheet-measure.ts";
import { shownNumber } from "./shown-number.ts";
import { textWidth } from "./text-width.ts";
import type { WorkbookLooks } from "./workbook-parts.ts";

/** Bold letters, and fonts wider than the one that is measured with. */
const generous = 1.1;
const paddingPoints = 9;
/** Digits of a column at most: what a text needs beyond them is cut off by the next cell, as everywhere. */
const widest = 40;

/**
 * Programs that export a table state no widths, and in columns of the usual width every date and amount would be "###" and texts
 * cut off by the next cell. Where nobody chose a width, columns become as wide as their content, like those of a CSV.
 * @param xml a worksheet part, one character for each byte
 */
export function withFittingColumns(
  xml: string,
  looks: WorkbookLooks,
  shared: string[],
  what: "everything" | "numbers",
): string {
  if (/<(?:\w+:)?col\b/.test(xml)) return withoutNarrowColumns(xml, looks);
  const usual = widthsOf(xml, looks);
  const digitPoints = digitPixels(looks.defaultFontSize) * pointsPerPixel;
  const needed = neededWidths(xml, looks, what === "everything" ? shared : undefined);
  const columns = [...needed]
    .filter(([column, points]) => points > usual(column))
    .sort(([one], [other]) => one - other)
    .map(([column, points]) => ({ column, digits: Math.min(widest, points / digitPoints).toFixed(2) }));
  if (columns.length === 0) return xml;
  return xml
    .replace(/<(?:\w+:)?cols\s*(?:\/>|>\s*<\/(?:\w+:)?cols>)/, "")
    .replace(/<((?:\w+:)?)sheetData\b/, (start, prefix: string) => {
      const stated = columns.map(
        ({ column, digits }) => `<${prefix}col min="${column}" max="${column}" width="${digits}" customWidth="1"/>`,
      );
      return `<${prefix}cols>${stated.join("")}</${prefix}cols>${start}`;
    });
}

/**
 * @param shared texts that cells refer to; without them numbers alone count
 * @returns points by column. Numbers count, and texts that the cell to their right cuts off.
 */
function neededWidths(xml: string, looks: WorkbookLooks, shared: string[] | undefined): Map<number, number> {
  const needed = new Map<number, number>();
  const need = (column: number, text: string, style: number) => {
    const points = textWidth(text, looks.fontSize(style)) * generous + paddingPoints;
    needed.set(column, Math.max(needed.get(column) ?? 0, points));
  };
  const merged = new Set(mergesOf(xml).map(({ from }) => `${from.row}:${from.column}`));
  let row = 0;
  let column = 0;
  let before: { column: number; text: string; style: number } | undefined;
  for (const [, rowAttributes, attributes = "", inner = ""] of xml.matchAll(rowOrCell)) {
    if (rowAttributes !== undefined) {
      row = Number(/\br="(\d+)"/.exec(rowAttributes)?.[1] ?? row + 1);
      column = 0;
      before = undefined;
      continue;
    }
    const reference = /\br="([A-Z]+)\d+"/.exec(attributes)?.[1];
    column = reference === undefined ? column + 1 : columnNumber(reference);
    if (!hasContent(inner)) continue;
    if (before?.column === column - 1) need(before.column, before.text, before.style);
    before = undefined;
    const style = Number(/\bs="(\d+)"/.exec(attributes)?.[1] ?? 0);
    if (merged.has(`${row}:${column}`) || looks.wraps(style)) continue;
    const value = /<(?:\w+:)?v\b[^>]*>([^<]*)</.exec(inner)?.[1];
    const isNumber = value !== undefined && !/\bt="(?!n")/.test(attributes);
    if (isNumber) need(column, shownNumber(value, looks.formatCode(style)), style);
    else if (shared) before = { column, text: textOf(attributes, inner, shared), style };
  }
  return needed;
}
