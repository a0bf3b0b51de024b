import { parse } from "csv-parse/sync";
import { ConvertError } from "../converter.ts";
import { findDelimiter } from "./delimiter.ts";

/** Maximum number of cells of a table; LibreOffice would exceed the time limit with more. */
export const maxCells = 1_000_000;
/** Columns of an Office Open XML sheet (ECMA-376-1, 18.3.1.13). */
export const maxColumns = 16_384;

export interface Table {
  /** Rows have as many cells as the file states. Blank rows and columns at the end are left out. */
  rows: string[][];
  columns: number;
  /** Index of the row with the column names, where there is one. */
  header: number | undefined;
}

/**
 * @param text decoded, with any kind of line ends
 * @throws ConvertError too-large (cells, columns), empty
 */
export function readTable(text: string): Table {
  const lines = text.replace(/\r\n?/g, "\n");
  // Excel's own way to state the delimiter.
  const stated = /^sep=(.)\n/i.exec(lines);
  const body = stated ? lines.slice(stated[0].length) : lines;
  const rows = readRows(body, stated?.[1] ?? findDelimiter(body));

  while (rows.length > 0 && rows.at(-1)?.every(isEmpty)) rows.pop();
  const columns = rows.reduce((most, row) => Math.max(most, row.findLastIndex((cell) => !isEmpty(cell)) + 1), 0);
  if (columns === 0) throw new ConvertError("empty");
  if (columns > maxColumns) {
    throw new ConvertError(
      "too-large",
      `has ${count(columns)} columns; the limit is ${count(maxColumns)}. Split it and replace it.`,
    );
  }
  return { rows: rows.map((row) => row.slice(0, columns)), columns, header: headerRow(rows, columns) };
}

const count = (value: number) => value.toLocaleString("en-GB");
const isEmpty = (cell: string) => cell.trim() === "";

function readRows(text: string, delimiter: string): string[][] {
  let cells = 0;
  const options = {
    delimiter,
    record_delimiter: "\n",
    relax_column_count: true,
    relax_quotes: true,
    on_record: (record: string[]) => {
      cells += record.length;
      if (cells > maxCells) {
        throw new ConvertError("too-large", `has more than ${count(maxCells)} cells. Split it and replace it.`);
      }
      return record;
    },
  };
  try {
    return parse(trimAroundQuotes(text, delimiter), options) as string[][];
  } catch (error) {
    if (error instanceof ConvertError) throw error;
    // A quote is never closed: read all quotes as ordinary characters.
    cells = 0;
    return parse(text, { ...options, quote: null }) as string[][];
  }
}

/**
 * Removes the spaces around quoted fields that some programs write: the parser would take them, and the quotes, for
 * content.
 */
function trimAroundQuotes(text: string, delimiter: string): string {
  if (!(text.includes(' "') || text.includes('" ')) || delimiter === " ") return text;
  const pastSpaces = (at: number, step: 1 | -1) => {
    let end = at;
    while (text[end] === " ") end += step;
    return end;
  };
  const isEdge = (at: number) => [undefined, "\n", delimiter].includes(text[at]);
  const parts: string[] = [];
  let kept = 0;
  for (let open = text.indexOf('"'); open >= 0; ) {
    const before = pastSpaces(open - 1, -1);
    const close = isEdge(before) ? closingQuote(text, open) : open;
    if (close < 0) break; // never closed: the rest is read without quotes
    const after = pastSpaces(close + 1, 1);
    if (close > open && isEdge(after)) {
      parts.push(text.slice(kept, before + 1), text.slice(open, close + 1));
      kept = after;
    }
    open = text.indexOf('"', close + 1);
  }
  return parts.join("") + text.slice(kept);
}

/** The offset of the quote that ends a quoted field; two quotes within the field are an escaped one. */
function closingQuote(text: string, open: number): number {
  let at = text.indexOf('"', open + 1);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

/** Whether a cell is a number, an amount, a date or a time, which no column name is. */
const isValue = (cell: string) => /\d/.test(cell) && /^[\s£$€+\-()'.,:/%\d]+(?:[A-Z]{2,3}|T[\d:.]+Z?)?$/.test(cell);

/** The first row that fills nearly all columns, holds no value, and is not the last. */
function headerRow(rows: string[][], columns: number): number | undefined {
  const index = rows
    .slice(0, 30)
    .findIndex((row) => row.filter((cell) => !isEmpty(cell)).length >= Math.max(1, Math.ceil(columns * 0.7)));
  const row = rows[index];
  if (!row || index + 1 >= rows.length || row.some(isValue)) return undefined;
  return index;
}

/** Which columns are aligned right: those in which most cells are amounts. */
export function numericColumns({ rows, columns, header }: Table): boolean[] {
  const numbers = new Array<number>(columns).fill(0);
  const filled = new Array<number>(columns).fill(0);
  for (const row of rows.slice((header ?? -1) + 1)) {
    for (const [column, cell] of row.entries()) {
      if (isEmpty(cell)) continue;
      filled[column] = (filled[column] ?? 0) + 1;
      if (isAmount(cell)) numbers[column] = (numbers[column] ?? 0) + 1;
    }
  }
  return filled.map((some, column) => some > 0 && (numbers[column] ?? 0) >= some * 0.8);
}

/**
 * Whether a cell is an amount. A number with leading zeros is a code or an account number. Spaces are collapsed first:
 * many of them would make the expression backtrack for ever.
 */
const isAmount = (cell: string) =>
  /^[(+-]?\s*[£$€]?\s*-?(?:0|[1-9]\d*|[1-9]\d{0,2}(?:[,. ]\d{3})+)?(?:[.,]\d+)?\s*[)%€-]?$/.test(
    cell.replaceAll(/\s+/g, " ").trim(),
  );
