import { attribute } from "../detect/package.ts";
import type { CellFormats, PiecePlace } from "./cell-formats.ts";
import type { RowShift } from "./row-shift.ts";
import type { Piece, TallRow } from "./tall-rows.ts";
import { columnNumber } from "./worksheet-cells.ts";
import { asBytes, asText, unescapeXml, xmlText } from "./xml-text.ts";

/** The formats and texts that the cells of a sheet refer to. */
export interface CellSources {
  formats: CellFormats;
  /** A shared text by its index, as XML with its formatting. */
  sharedText(index: number): string;
}

const rowElement = /<(?:\w+:)?row\b([^>]*?)(?:\/>|>.*?<\/(?:\w+:)?row>)/gs;
const cellElement = /<((?:\w+:)?)c\b([^>]*?)(?:\/>|>(.*?)<\/(?:\w+:)?c>)/gs;

/**
 * Splits the tall rows of a worksheet into pieces and renumbers all rows. Uses regular expressions because the rows are
 * a fragment that is not well-formed, and because the XML parser is slower for many cells (see `measureWorksheet`).
 * @param body one character for each byte
 */
export function splitTallRows(body: string, tall: TallRow[], shift: RowShift, sources: CellSources): string {
  const byRow = new Map(tall.map((one) => [one.row, one]));
  let row = 0;
  return body.replaceAll(rowElement, (whole, attributes: string) => {
    row = Number(attribute(attributes, "r") ?? row + 1);
    const one = byRow.get(row);
    if (one) return splitRowInPieces(whole, one, shift.row(row), sources);
    const now = shift.row(row);
    return now === row
      ? whole
      : renumberRow(whole, attributes, now) + renumberCells(whole.slice(startTagLength(whole)), now);
  });
}

const startTagLength = (element: string) => element.indexOf(">") + 1;

/** The start tag of a row with another number. */
function renumberRow(row: string, attributes: string, number: number): string {
  const start = row.slice(0, startTagLength(row));
  if (attribute(attributes, "r") === undefined) return start.replace(/^<(?:\w+:)?row/, `$& r="${number}"`);
  return start.replace(/(\sr\s*=\s*["'])\d+/, `$1${number}`);
}

/** Cells with the row number of their references replaced. */
const renumberCells = (cells: string, number: number) =>
  cells.replaceAll(/(<(?:\w+:)?c\b[^>]*?\sr\s*=\s*["'][A-Z]+)\d+/g, `$1${number}`);

/** @param number of the first piece */
function splitRowInPieces(row: string, tall: TallRow, number: number, sources: CellSources): string {
  const free = row.replace(/^<[^>]*>/, (start) =>
    start.replaceAll(/\s(?:ht|customHeight|\w+:dyDescent)\s*=\s*["'][^"']*["']/g, ""),
  );
  const attributes = free.slice(0, startTagLength(free));
  return Array.from({ length: tall.pieces }, (_, index) => {
    const place = index === 0 ? "first" : index === tall.pieces - 1 ? "last" : "middle";
    const start = renumberRow(free, attributes, number + index);
    const cells = free.slice(startTagLength(free));
    if (tall.pieces === 1) return start + renumberCells(cells, number);
    let column = 0;
    const pieces = cells.replaceAll(cellElement, (_whole, prefix: string, cell: string, inner = "") => {
      const letters = /\sr\s*=\s*["']([A-Z]+)\d/.exec(cell)?.[1];
      column = letters === undefined ? column + 1 : columnNumber(letters);
      return cellPiece({ prefix, attributes: cell, inner }, tall.texts.get(column), index, place, sources);
    });
    return start + renumberCells(pieces, number + index);
  }).join("");
}

interface CellMarkup {
  prefix: string;
  attributes: string;
  inner: string;
}

/**
 * The cell of one piece: the next part of a split text; any other content in the first piece only, and the format in
 * all.
 */
function cellPiece(
  { prefix, attributes, inner }: CellMarkup,
  pieces: Piece[] | undefined,
  index: number,
  place: PiecePlace,
  { formats, sharedText }: CellSources,
): string {
  const style = formats.piece(Number(attribute(attributes, "s") ?? 0), place);
  const kept = attributes.replaceAll(/\s(?:s|cm|vm)\s*=\s*["']\d*["']/g, "");
  const untyped = `<${prefix}c${kept.replace(/\st\s*=\s*["']\w+["']/, "")} s="${style}"`;
  const runs = pieces && cellRuns(attributes, inner, sharedText);
  if (!runs) return index === 0 ? `<${prefix}c${kept} s="${style}">${inner}</${prefix}c>` : `${untyped}/>`;
  const piece = pieces?.[index];
  if (!piece) return `${untyped}/>`;
  const text = sliceRuns(runs, piece).map(({ text, format }) => {
    const element = `<${prefix}t xml:space="preserve">${xmlText(text)}</${prefix}t>`;
    return format === "" ? element : `<${prefix}r>${format}${element}</${prefix}r>`;
  });
  const markup = asBytes(text.join(""));
  return `${untyped} t="inlineStr"><${prefix}is>${markup}</${prefix}is></${prefix}c>`;
}

/** Text of one format, with the XML of that format. */
interface Run {
  text: string;
  format: string;
}

/** @returns undefined where the cell holds no text */
function cellRuns(attributes: string, inner: string, sharedText: CellSources["sharedText"]): Run[] | undefined {
  const type = attribute(attributes, "t");
  const value = /<(?:\w+:)?v\b[^>]*>([^<]*)</.exec(inner)?.[1] ?? "";
  if (type === "str") return [{ text: unescapeXml(asText(value)), format: "" }];
  if (type === "s") return parseRuns(sharedText(Number(value)));
  return type === "inlineStr" ? parseRuns(asText(inner)) : undefined;
}

function parseRuns(item: string): Run[] {
  const spoken = item.replace(/<(?:\w+:)?rPh\b.*?<\/(?:\w+:)?rPh>/gs, "");
  const pieces = spoken.matchAll(
    /(<(?:\w+:)?rPr\b[^>]*?(?:\/>|>.*?<\/(?:\w+:)?rPr>))?\s*<(?:\w+:)?t\b[^>]*>([^<]*)</gs,
  );
  return [...pieces].map(([, format = "", text = ""]) => ({ text: unescapeXml(text), format }));
}

function sliceRuns(runs: Run[], { from, to }: Piece): Run[] {
  let start = 0;
  return runs.flatMap(({ text, format }) => {
    const [first, last] = [Math.max(0, from - start), to - start];
    start += text.length;
    const part = last > first ? text.slice(first, last) : "";
    return part === "" ? [] : [{ text: part, format }];
  });
}
