import type { CellFormats } from "./cell-formats.ts";
import { overflowWidth } from "./cell-neighbours.ts";
import type { CellText, ColumnContents } from "./column-contents.ts";
import { digitPixels, pointsPerPixel } from "./column-widths.ts";
import { neededDigits, setColumnWidths } from "./narrow-columns.ts";
import { cellMargins, generous, paddingPoints, textWidth } from "./text-width.ts";
import { parseColumnWidths } from "./worksheet-cells.ts";

/** Digits of a column at most, also for the sake of a single word. */
export const maxColumnDigits = 40;

/** How texts are treated for which a column has to become wider. */
export interface ColumnLimits {
  /** Digits of a column at most; single words make it wider. */
  maxDigits: number;
  /** Those of the last column, too, which run on over nothing and make the page wider. */
  wrapsLast: boolean;
}

/**
 * Programs that export a table state no widths, or those of a few columns. In the usual width dates and amounts would be "###" and texts
 * cut off by the next cell. Columns to which nobody gave a width become as wide as their content, like those of a CSV; what is longer
 * than a limit breaks into lines instead. Widths that are stated stay, except where a number would be "###".
 * @param xml a worksheet part, one character for each byte
 * @param contents of its columns
 */
export function fitColumns(
  xml: string,
  formats: CellFormats,
  contents: ColumnContents,
  { maxDigits, wrapsLast }: ColumnLimits,
): string {
  const { styles } = formats;
  const { isAutoWidth, lastColumn } = contents;
  const stated = parseColumnWidths(xml, styles);
  const digitPoints = digitPixels(styles.defaultFontSize) * pointsPerPixel;
  const wanted = new Map<number, number>();
  for (const [column, numbers] of contents.numbers) {
    const digits = neededDigits(numbers, stated(column), styles, isAutoWidth(column));
    if (digits !== undefined) wanted.set(column, isAutoWidth(column) ? Math.min(maxColumnDigits, digits) : digits);
  }

  const neededBy = (parts: string[], style: number) =>
    (widestPart(parts, styles.format(style).fontSize) * generous + paddingPoints) / digitPoints;
  const overlong: { text: CellText; digits: number }[] = [];
  for (const text of contents.texts) {
    const { column, style, neighbours } = text;
    const words = text.text.split(wordEnds);
    let digits: number;
    if (styles.format(style).wraps) {
      if (widestPart(words, styles.format(style).fontSize) + cellMargins <= stated(column)) continue;
      digits = neededBy(words, style);
    } else {
      const lines = text.text.split("\n");
      const next = neighbours.next ?? (wrapsLast && column === lastColumn ? lastColumn + 1 : undefined);
      const beside = overflowWidth(column, { ...neighbours, next }, styles.format(style).alignment, stated);
      if (widestPart(lines, styles.format(style).fontSize) + cellMargins <= stated(column) + beside) continue;
      digits = neededBy(lines, style) - beside / digitPoints;
      if (digits > maxDigits) {
        overlong.push({ text, digits });
        digits = Math.max(maxDigits, neededBy(words, style));
      }
    }
    wanted.set(column, Math.max(wanted.get(column) ?? 0, Math.min(maxColumnDigits, digits)));
  }
  for (const [column, digits] of wanted) if (digits * digitPoints <= stated(column)) wanted.delete(column);
  const tooLong = overlong
    .filter(({ text, digits }) => digits > (wanted.get(text.column) ?? stated(text.column) / digitPoints))
    .map(({ text }) => text);
  return setColumnWidths(wrapTexts(xml, tooLong, formats), wanted);
}

/** Lines break at spaces, and behind the letters of Chinese, Japanese and Korean. */
const wordEnds = /\s+|(?<=[\u2e80-\u9fff\uac00-\ud7a3\uff00-\uff60])/;
const widestPart = (parts: string[], fontSize: number) => Math.max(...parts.map((part) => textWidth(part, fontSize)));

/** Rows whose height is stated become as high as they need. */
function wrapTexts(xml: string, texts: CellText[], formats: CellFormats): string {
  const starts = new Map<number, (tag: string) => string>();
  for (const { rowAt, cellAt, style } of texts) {
    starts.set(rowAt, (tag) => tag.replaceAll(/\s(?:ht|customHeight)\s*=\s*"[^"]*"/g, ""));
    starts.set(cellAt, (tag) => `${tag.replace(/\ss="\d+"/, "")} s="${formats.wrapped(style)}"`);
  }
  let [changed, done] = ["", 0];
  for (const [at, change] of [...starts].sort(([one], [other]) => one - other)) {
    const end = xml.indexOf(">", at);
    const isEmpty = xml[end - 1] === "/";
    changed += xml.slice(done, at) + change(xml.slice(at, isEmpty ? end - 1 : end));
    done = isEmpty ? end - 1 : end;
  }
  return changed + xml.slice(done);
}
