import type { LongText, Measured } from "./measure.ts";
import { fittingLength, linesIn } from "./text-lines.ts";
import type { WorkbookLooks } from "./workbook-parts.ts";

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
export function tallRows(
  { longTexts, highRows, columnWidth }: Measured,
  looks: WorkbookLooks,
  pageHeight: number,
): TallRow[] {
  const boxOf = ({ column, style }: LongText) => ({
    width: columnWidth(column),
    fontSize: looks.format(style).fontSize,
  });
  const linesOfPage = ({ style }: LongText, part: number) =>
    Math.max(1, Math.floor((pageHeight * part) / (looks.format(style).fontSize * lineHeight)));
  const isTall = (one: LongText) =>
    columnWidth(one.column) > 0 && linesIn(one.text(), boxOf(one)) > linesOfPage(one, tallFrom);

  const tall = new Set(longTexts.filter(isTall).map(({ row }) => row));
  const found = new Map<number, TallRow>();
  for (const { row, height } of highRows) {
    if (height > pageHeight) found.set(row, { row, pieces: 1, texts: new Map() });
  }
  for (const one of longTexts) {
    if (!tall.has(one.row)) continue;
    const pieces = piecesOf(one.text(), (rest) => fittingLength(rest, boxOf(one), linesOfPage(one, pieceOfPage)));
    const known = found.get(one.row) ?? { row: one.row, pieces: 1, texts: new Map() };
    known.texts.set(one.column, pieces);
    known.pieces = Math.max(known.pieces, pieces.length);
    found.set(one.row, known);
  }
  return [...found.values()].sort((one, other) => one.row - other.row);
}

/** Ends at the end of a line where there is one in the second half of what fits. */
function piecesOf(text: string, fitting: (rest: string) => number): Piece[] {
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
