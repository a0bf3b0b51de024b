import type { LongText, SheetMeasurements } from "./measure-sheet.ts";
import { countLines, fittingLength } from "./text-lines.ts";
import type { WorkbookStyles } from "./workbook-parts.ts";

/** A row that is higher than a page, and the pieces that it is printed in: rows of their own, one under the other. */
export interface TallRow {
  row: number;
  /** How many; one where the row is only higher than its content needs. */
  pieces: number;
  /** Of the texts that are cut, by column, from 1: what of each stands in the pieces, in characters. The last may have none left. */
  texts: Map<number, Piece[]>;
}

export interface Piece {
  from: number;
  /** Behind its last character. */
  to: number;
}

/** Of the size of the text: lines of the fonts that stand in for Office's are up to 1.36 high. */
const lineHeight = 1.3;
/** Part of a page from which on a row is cut: lines are only estimated, and long words leave much of them empty. */
const tallFrom = 0.6;
/** Part of a page that one piece fills: small enough that little stays empty where the next one no longer fits. */
const pieceOfPage = 0.3;

/**
 * LibreOffice never parts a row: of one that is higher than a page it prints the end, or the beginning, and loses the rest.
 * @param pageHeight what a page holds beside the rows that are repeated on it, in unscaled points
 */
export function findTallRows(
  { longTexts, oversizedRows, columnWidth }: SheetMeasurements,
  styles: WorkbookStyles,
  pageHeight: number,
): TallRow[] {
  const textBox = ({ column, style }: LongText) => ({
    width: columnWidth(column),
    fontSize: styles.format(style).fontSize,
  });
  const linesOfPage = ({ style }: LongText, part: number) =>
    Math.max(1, Math.floor((pageHeight * part) / (styles.format(style).fontSize * lineHeight)));
  const isTall = (one: LongText) =>
    columnWidth(one.column) > 0 && countLines(one.text(), textBox(one)) > linesOfPage(one, tallFrom);

  const tall = new Set(longTexts.filter(isTall).map(({ row }) => row));
  const found = new Map<number, TallRow>();
  for (const { row, height } of oversizedRows) {
    if (height > pageHeight) found.set(row, { row, pieces: 1, texts: new Map() });
  }
  for (const one of longTexts) {
    if (!tall.has(one.row)) continue;
    const pieces = splitText(one.text(), (rest) => fittingLength(rest, textBox(one), linesOfPage(one, pieceOfPage)));
    const known = found.get(one.row) ?? { row: one.row, pieces: 1, texts: new Map() };
    known.texts.set(one.column, pieces);
    known.pieces = Math.max(known.pieces, pieces.length);
    found.set(one.row, known);
  }
  return [...found.values()].sort((one, other) => one.row - other.row);
}

/** Ends at the end of a line where there is one in the second half of what fits. */
function splitText(text: string, fitting: (rest: string) => number): Piece[] {
  const pieces: Piece[] = [];
  for (let from = 0; from < text.length; ) {
    const rest = text.slice(from);
    const fits = fitting(rest);
    const lineEnd = fits < rest.length ? rest.lastIndexOf("\n", fits - 1) : -1;
    const length = lineEnd > fits / 2 ? lineEnd + 1 : fits;
    // A piece that ended with a line end would show an empty line.
    const shown = length < rest.length && rest[length - 1] === "\n" ? length - 1 : length;
    pieces.push({ from, to: from + shown });
    from += length;
  }
  return pieces;
}
