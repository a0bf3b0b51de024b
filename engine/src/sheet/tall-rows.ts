import type { LongText, SheetMeasurements } from "./measure-sheet.ts";
import { countLines, fittingLength } from "./text-lines.ts";
import type { WorkbookStyles } from "./workbook-parts.ts";

/** A row that is higher than a page, and the pieces in which it is printed: rows of their own, one below the other. */
export interface TallRow {
  row: number;
  /** Number of pieces; one where the row is only higher than its content needs. */
  pieces: number;
  /** The pieces of each split text by column, from 1. The last pieces of a row may hold none of a text. */
  texts: Map<number, Piece[]>;
}

/** Part of a text by the offsets of its characters. */
export interface Piece {
  from: number;
  /** The offset after the last character. */
  to: number;
}

/** Relative to the font size. Lines of the substitute fonts are up to 1.36 high. */
const lineHeight = 1.3;
/** Share of a page above which a row is split. Lines are only estimated, and long words leave much of them empty. */
const tallFrom = 0.6;
/**
 * Share of a page that one piece fills: small, so that little of a page stays empty where the next piece does not fit.
 */
const pieceOfPage = 0.3;

/**
 * Finds the rows that are higher than a page. LibreOffice never splits a row: it would print its beginning or its end
 * only.
 * @param pageHeight of a page without its repeated rows, in unscaled points
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

/** Splits at a line end where there is one in the second half of what fits, else where the fitting part ends. */
function splitText(text: string, fitting: (rest: string) => number): Piece[] {
  const pieces: Piece[] = [];
  for (let from = 0; from < text.length; ) {
    const rest = text.slice(from);
    const fits = fitting(rest);
    const lineEnd = fits < rest.length ? rest.lastIndexOf("\n", fits - 1) : -1;
    const length = lineEnd > fits / 2 ? lineEnd + 1 : fits;
    // A line end at the end of a piece would print as an empty line.
    const shown = length < rest.length && rest[length - 1] === "\n" ? length - 1 : length;
    pieces.push({ from, to: from + shown });
    from += length;
  }
  return pieces;
}
