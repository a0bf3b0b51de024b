import type { CellFormats } from "./cell-formats.ts";
import { roomBeside } from "./cell-room.ts";
import type { CellText, ColumnContents } from "./column-contents.ts";
import { digitPixels, pointsPerPixel } from "./column-widths.ts";
import { neededDigits, withColumnWidths } from "./narrow-columns.ts";
import { widthsOf } from "./sheet-measure.ts";
import { cellMargins, generous, paddingPoints, textWidth } from "./text-width.ts";

/** Digits of a column at most, also for the sake of a single word. */
export const widest = 40;

/** How texts are treated for which a column has to become wider. */
export interface TextRoom {
  /** Digits of a column at most; single words make it wider. */
  mostDigits: number;
  /** Those of the last column, too, which run on over nothing and make the page wider. */
  breaksLast: boolean;
}

/**
 * Programs that export a table state no widths, or those of a few columns. In the usual width dates and amounts would be "###" and texts
 * cut off by the next cell. Columns to which nobody gave a width become as wide as their content, like those of a CSV; what is longer
 * than a limit breaks into lines instead. Widths that are stated stay, except where a number would be "###".
 * @param xml a worksheet part, one character for each byte
 * @param contents of its columns
 */
export function withFittingColumns(
  xml: string,
  formats: CellFormats,
  contents: ColumnContents,
  { mostDigits, breaksLast }: TextRoom,
): string {
  const { looks } = formats;
  const { isUnchosen, lastColumn } = contents;
  const stated = widthsOf(xml, looks);
  const digitPoints = digitPixels(looks.defaultFontSize) * pointsPerPixel;
  const wanted = new Map<number, number>();
  for (const [column, numbers] of contents.numbers) {
    const digits = neededDigits(numbers, stated(column), looks, isUnchosen(column));
    if (digits !== undefined) wanted.set(column, isUnchosen(column) ? Math.min(widest, digits) : digits);
  }

  const digitsOf = (parts: string[], style: number) =>
    (widestPart(parts, looks.format(style).fontSize) * generous + paddingPoints) / digitPoints;
  const broken: { text: CellText; digits: number }[] = [];
  for (const text of contents.texts) {
    const { column, style, neighbours } = text;
    const words = text.text.split(wordEnds);
    let digits: number;
    if (looks.format(style).wraps) {
      if (widestPart(words, looks.format(style).fontSize) + cellMargins <= stated(column)) continue;
      digits = digitsOf(words, style);
    } else {
      const lines = text.text.split("\n");
      const next = neighbours.next ?? (breaksLast && column === lastColumn ? lastColumn + 1 : undefined);
      const beside = roomBeside(column, { ...neighbours, next }, looks.format(style).alignment, stated);
      if (widestPart(lines, looks.format(style).fontSize) + cellMargins <= stated(column) + beside) continue;
      digits = digitsOf(lines, style) - beside / digitPoints;
      if (digits > mostDigits) {
        broken.push({ text, digits });
        digits = Math.max(mostDigits, digitsOf(words, style));
      }
    }
    wanted.set(column, Math.max(wanted.get(column) ?? 0, Math.min(widest, digits)));
  }
  for (const [column, digits] of wanted) if (digits * digitPoints <= stated(column)) wanted.delete(column);
  const tooLong = broken
    .filter(({ text, digits }) => digits > (wanted.get(text.column) ?? stated(text.column) / digitPoints))
    .map(({ text }) => text);
  return withColumnWidths(withBrokenTexts(xml, tooLong, formats), wanted);
}

/** Lines break at spaces, and behind the letters of Chinese, Japanese and Korean. */
const wordEnds = /\s+|(?<=[\u2e80-\u9fff\uac00-\ud7a3\uff00-\uff60])/;
const widestPart = (parts: string[], fontSize: number) => Math.max(...parts.map((part) => textWidth(part, fontSize)));

/** Rows whose height is stated become as high as they need. */
function withBrokenTexts(xml: string, texts: CellText[], formats: CellFormats): string {
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
