import type { Archive } from "../detect/archive.ts";
import { escapeText } from "../xml/xml-edits.ts";
import { firstElement } from "../xml/xml-events.ts";
import type { CellPosition } from "./measure-sheet.ts";
import { type Relationship, readRelatedParts } from "./workbook-parts.ts";
import { columnNumber } from "./worksheet-cells.ts";

/** A named table of a worksheet (ECMA-376-1, 18.5). */
export interface Table {
  /** As formulas have it: escaped, one character for each byte. */
  name: string;
  from: CellPosition;
  to: CellPosition;
  /** Whether the first row holds the names of the columns. */
  hasHeading: boolean;
}

/** Reads the tables that a worksheet refers to. */
export async function readTables(archive: Archive, relationships: Relationship[]): Promise<Table[]> {
  const tables: Table[] = [];
  for (const xml of await readRelatedParts(archive, relationships, "table")) {
    const { ref = "", displayName, headerRowCount } = firstElement(xml, "table")?.attributes ?? {};
    const [, from = "", fromRow, to = "", toRow] = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(ref) ?? [];
    if (displayName === undefined || from === "") continue;
    tables.push({
      name: escapeText(displayName),
      from: { row: Number(fromRow), column: columnNumber(from) },
      to: { row: Number(toRow), column: columnNumber(to) },
      hasHeading: headerRowCount !== "0",
    });
  }
  return tables;
}

const cellWithFormula = /<(?:\w+:)?c\b[^>]*?\br="([A-Z]+)(\d+)"[^>]*>\s*<(?:\w+:)?f\b[^>]*>([^<]*\[[^<]*)</g;

/**
 * Adds the name of the table to references within it: "SUM([Net])" becomes "SUM(Sales[Net])", since LibreOffice does
 * not understand a column's name alone. Uses a regular expression because the rows are a fragment that is not
 * well-formed, and because the XML parser is slower for many cells (see `measureWorksheet`).
 * @param body the rows of a worksheet
 */
export function withTableNames(body: string, tables: Table[]): string {
  if (tables.length === 0) return body;
  return body.replace(cellWithFormula, (whole, letters: string, digits: string, text: string) => {
    const [row, column] = [Number(digits), columnNumber(letters)];
    const table = tables.find(
      ({ from, to }) => row >= from.row && row <= to.row && column >= from.column && column <= to.column,
    );
    return table ? `${whole.slice(0, -text.length - 1)}${qualified(text, table.name)}<` : whole;
  });
}

/** @param text a formula with its XML entities */
function qualified(text: string, table: string): string {
  let depth = 0;
  let result = "";
  // Strings and sheet names are quoted.
  for (const { 0: piece, index } of text.matchAll(/"[^"]*"|&quot;.*?&quot;|'[^']*'|[\s\S]/g)) {
    // "Sales[Net]" has its name, and "[1]" is another workbook.
    const isBare = piece === "[" && depth === 0 && !/[\w\].'\x80-\xff]$/.test(result);
    if (isBare && !/^\[\d+\]/.test(text.slice(index))) result += table;
    if (piece === "[") depth++;
    if (piece === "]") depth--;
    result += piece;
  }
  return result;
}
