import type { CellFormats } from "./cell-formats.ts";
import { overflowWidth } from "./cell-neighbours.ts";
import type { CellText, ColumnContents } from "./column-contents.ts";
import { digitPixels, pointsPerPixel } from "./column-widths.ts";
import { neededDigits, setColumnWidths } from "./narrow-columns.ts";
import { cellMargins, generous, paddingPoints, textWidth } from "./text-width.ts";

/** Maximum width of a widened column in digits, even for a single word. */
export const maxColumnDigits = 40;

/** How far columns may be widened for texts. */
export interface ColumnLimits {
  /** Width in digits up to which a column is widened for a text; for a single word it may be more. */
  maxDigits: number;
  /** Whether the last column wraps its texts too, which would otherwise overflow and make the page wider. */
  wrapsLast: boolean;
}

/**
 * Makes columns of automatic width as wide as their content; a text longer than the limit is wrapped instead. Programs
 * that export a table often state no widths, and in the default width dates and amounts would print as "###" and texts
 * would be clipped. A stated width stays unless a number would print as "###".
 * @param xml a worksheet part, one character for each byte
 * @param contents of the same worksheet
 */
export function fitColumns(
  xml: string,
  formats: CellFormats,
  contents: ColumnContents,
  { maxDigits, wrapsLast }: ColumnLimits,
): string {
  const { styles } = formats;
  const { isAutoWidth, lastColumn, columnWidth: stated } = contents;
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

/** Where lines break: at spaces, and after each Chinese, Japanese or Korean character. */
const wordEnds = /\s+|(?<=[\u2e80-\u9fff\uac00-\ud7a3\uff00-\uff60])/;
const widestPart = (parts: string[], fontSize: number) => Math.max(...parts.map((part) => textWidth(part, fontSize)));

/**
 * Wraps texts in their cells. A stated height of their rows is removed, so that the row grows with the text.
 * @param texts in the order of the part
 */
function wrapTexts(xml: string, texts: CellText[], formats: CellFormats): string {
  const starts = new Map<number, (tag: string) => string>();
  for (const { rowAt, cellAt, style } of texts) {
    starts.set(rowAt, (tag) => tag.replaceAll(/\s(?:ht|customHeight)\s*=\s*"[^"]*"/g, ""));
    starts.set(cellAt, (tag) => `${tag.replace(/\ss="\d+"/, "")} s="${formats.wrapped(style)}"`);
  }
  let [changed, done] = ["", 0];
  for (const [at, change] of starts) {
    const end = xml.indexOf(">", at);
    changed += xml.slice(done, at) + change(xml.slice(at, end));
    done = end;
  }
  return changed + xml.slice(done);
}
