import type { CellRange, IndexRange, SheetMeasurements, TopCell } from "./measure-sheet.ts";
import { frozenRowCount, splitWorksheet } from "./page-setup.ts";
import { parseRanges } from "./range-references.ts";
import type { PrintNames } from "./sheet-layout.ts";
import type { Table } from "./tables.ts";
import type { WorkbookStyles } from "./workbook-parts.ts";

/** What a worksheet says about its heading, apart from print titles. Rows count from 1. */
export interface HeadingHints {
  /** Number of frozen rows at the top. */
  frozenRows: number;
  /** Tables whose first row is their heading. */
  tables: CellRange[];
  /** The first row of an automatic filter, which has the filter buttons. */
  filterRow: number | undefined;
}

/** Largest share of a page's height that a heading may take. */
const maxHeadingHeight = 0.25;
/** Maximum number of rows below a table that count as its totals or remarks. */
const maxRowsBelow = 10;
const maxHeadingRows = 3;
/** Smallest share of numbers in a column of numbers. */
const minNumberShare = 0.8;

/**
 * Reads the heading of a worksheet. Uses regular expressions because the XML parser would also read every cell, which
 * is slower (see `measureWorksheet`).
 * @param xml a worksheet part
 * @param tables tables of that worksheet
 */
export function headingHints(xml: string, tables: Table[]): HeadingHints {
  const { head, tail } = splitWorksheet(xml);
  const filter = /<(?:\w+:)?autoFilter\b[^>]*?\sref="([^"]*)"/.exec(tail)?.[1];
  return {
    frozenRows: frozenRowCount(head),
    tables: tables.filter(({ hasHeading }) => hasHeading),
    filterRow: parseRanges(`!${filter}`)?.[0]?.rows?.from,
  };
}

/**
 * Finds the heading rows of a sheet without repeated rows: frozen rows, the heading of a table or filter, or a first
 * row of bold texts above columns of numbers.
 * @returns undefined where there is no heading, or where it would be repeated on pages to which it does not belong
 */
export function findHeadingRows(
  measured: SheetMeasurements,
  { frozenRows, tables, filterRow }: HeadingHints,
  { printArea, printTitles }: PrintNames,
  styles: WorkbookStyles,
  pageHeight: number,
): IndexRange | undefined {
  if (parseRanges(printTitles ?? "")?.some(({ rows }) => rows !== undefined)) return undefined;
  const found =
    frozenRows > 0
      ? { from: 1, to: frozenRows }
      : (tableHeading(tables, measured) ?? filterHeading(filterRow) ?? boldHeading(measured.topCells, styles));
  if (!found || found.to >= measured.contentRow) return undefined;
  const height = measured.heightTo(found.to) - measured.heightTo(found.from - 1);
  if (height <= 0 || height > pageHeight * maxHeadingHeight) return undefined;
  return isPrinted(found, printArea) ? found : undefined;
}

/** LibreOffice repeats rows on every page after them, so they must be at the top of the print area. */
function isPrinted({ from }: IndexRange, printArea: string | undefined): boolean {
  if (printArea === undefined) return true;
  const areas = parseRanges(printArea);
  return areas === undefined || (areas.length === 1 && (areas[0]?.rows?.from ?? 1) <= from);
}

/** The heading of a table, or of several side by side, with few rows below them. */
function tableHeading(tables: CellRange[], { contentRow }: SheetMeasurements): IndexRange | undefined {
  const [first, ...others] = tables;
  if (!first || others.some(({ from }) => from.row !== first.from.row)) return undefined;
  const last = Math.max(...tables.map(({ to }) => to.row));
  return contentRow - last > maxRowsBelow ? undefined : { from: first.from.row, to: first.from.row };
}

const filterHeading = (row: number | undefined) => (row === undefined ? undefined : { from: row, to: row });

/** A row of bold texts; rows above it may hold a title in a single cell. */
function boldHeading(cells: TopCell[], styles: WorkbookStyles): IndexRange | undefined {
  const rows = [...Map.groupBy(cells, ({ row }) => row)];
  const first = rows.findIndex(([, inRow]) => inRow.length > 1);
  const isHeading = (inRow: TopCell[]) =>
    inRow.length > 1 && inRow.every(({ isText, style }) => isText && styles.format(style).isBold);
  const behind = rows.findIndex(([, inRow], index) => index >= first && !isHeading(inRow));
  if (first < 0 || behind <= first || behind - first > maxHeadingRows) return undefined;
  const headed = new Set(rows.slice(first, behind).flatMap(([, inRow]) => inRow.map(({ column }) => column)));
  const below = rows.slice(behind).flatMap(([, inRow]) => inRow);
  const columns = Map.groupBy(below, ({ column }) => column);
  const isOfNumbers = ([column, inColumn]: [number, TopCell[]]) =>
    headed.has(column) && inColumn.filter(({ isText }) => !isText).length >= inColumn.length * minNumberShare;
  const [from, to] = [rows[first]?.[0] ?? 0, rows[behind - 1]?.[0] ?? 0];
  const isTyped = below.every(({ column }) => headed.has(column)) && [...columns].some(isOfNumbers);
  return isTyped && to - from === behind - first - 1 ? { from, to } : undefined;
}

/** Adds rows to the print titles of a sheet. */
export function addRepeatedRows(printTitles: string | undefined, sheet: string, { from, to }: IndexRange): string {
  const rows = `'${sheet.replaceAll("'", "''")}'!$${from}:$${to}`;
  return printTitles === undefined ? rows : `${printTitles},${rows}`;
}
