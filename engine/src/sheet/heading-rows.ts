import type { CellRange, IndexRange, SheetMeasurements, TopCell } from "./measure-sheet.ts";
import { frozenRowCount, splitWorksheet } from "./page-setup.ts";
import { parseRanges } from "./range-references.ts";
import type { PrintNames } from "./sheet-layout.ts";
import type { Table } from "./tables.ts";
import type { WorkbookStyles } from "./workbook-parts.ts";

/** What a worksheet says about its heading in other words than "repeat these rows". Rows count from 1. */
export interface HeadingHints {
  /** How many rows stay in view at the top; 0 is none. */
  frozenRows: number;
  /** Tables whose first row is their heading. */
  tables: CellRange[];
  /** The first row of a filter, which has its buttons. */
  filterRow: number | undefined;
}

/** More than this part of a page is no heading: it would leave too little room for what stands below. */
const mostOfPage = 0.25;
/** Rows under a table that are a total or a remark, and may stand under its heading. */
const mostRowsBelow = 10;
const mostHeadingRows = 3;
/** Part of a column's cells below the heading that are numbers, where it is a column of numbers. */
const mostlyNumbers = 0.8;

/** @param xml a worksheet part. @param tables of it */
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
 * The rows that name the columns of a sheet, where its author did not say which rows are repeated on its pages: those that stay in
 * view, the heading of a table or of a filter, or a first row of bold texts over columns of numbers.
 * @returns undefined where there are none, or they would stand on pages that they do not belong to
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
  if (height <= 0 || height > pageHeight * mostOfPage) return undefined;
  return isPrinted(found, printArea) ? found : undefined;
}

/** Rows that are repeated stand on every page behind them: they have to be at the top of all that is printed. */
function isPrinted({ from }: IndexRange, printArea: string | undefined): boolean {
  if (printArea === undefined) return true;
  const areas = parseRanges(printArea);
  return areas === undefined || (areas.length === 1 && (areas[0]?.rows?.from ?? 1) <= from);
}

/** Of one table, or of several beside each other, with nothing but a few rows below them. */
function tableHeading(tables: CellRange[], { contentRow }: SheetMeasurements): IndexRange | undefined {
  const [first, ...others] = tables;
  if (!first || others.some(({ from }) => from.row !== first.from.row)) return undefined;
  const last = Math.max(...tables.map(({ to }) => to.row));
  return contentRow - last > mostRowsBelow ? undefined : { from: first.from.row, to: first.from.row };
}

const filterHeading = (row: number | undefined) => (row === undefined ? undefined : { from: row, to: row });

/** Titles in a cell of their own may stand above it. */
function boldHeading(cells: TopCell[], styles: WorkbookStyles): IndexRange | undefined {
  const rows = [...Map.groupBy(cells, ({ row }) => row)];
  const first = rows.findIndex(([, inRow]) => inRow.length > 1);
  const isHeading = (inRow: TopCell[]) =>
    inRow.length > 1 && inRow.every(({ isText, style }) => isText && styles.format(style).isBold);
  const behind = rows.findIndex(([, inRow], index) => index >= first && !isHeading(inRow));
  if (first < 0 || behind <= first || behind - first > mostHeadingRows) return undefined;
  const headed = new Set(rows.slice(first, behind).flatMap(([, inRow]) => inRow.map(({ column }) => column)));
  const below = rows.slice(behind).flatMap(([, inRow]) => inRow);
  const columns = Map.groupBy(below, ({ column }) => column);
  const isOfNumbers = ([column, inColumn]: [number, TopCell[]]) =>
    headed.has(column) && inColumn.filter(({ isText }) => !isText).length >= inColumn.length * mostlyNumbers;
  const [from, to] = [rows[first]?.[0] ?? 0, rows[behind - 1]?.[0] ?? 0];
  const isTyped = below.every(({ column }) => headed.has(column)) && [...columns].some(isOfNumbers);
  return isTyped && to - from === behind - first - 1 ? { from, to } : undefined;
}

/** What is repeated on each page, with these rows among it. */
export function addRepeatedRows(printTitles: string | undefined, sheet: string, { from, to }: IndexRange): string {
  const rows = `'${sheet.replaceAll("'", "''")}'!$${from}:$${to}`;
  return printTitles === undefined ? rows : `${printTitles},${rows}`;
}
