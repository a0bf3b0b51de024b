import { attribute } from "../detect/package.ts";
import { xmlEvents } from "../xml/xml-events.ts";
import type { CellRange, SheetMeasurements } from "./measure-sheet.ts";
import { type NewSetup, splitWorksheet } from "./page-setup.ts";
import type { WorkbookStyles } from "./workbook-parts.ts";
import { parseMerges } from "./worksheet-cells.ts";

/** A prepared worksheet. */
interface PrintedSheet {
  xml: string;
  measured: SheetMeasurements;
  setup: NewSetup;
  /** Its relationships, and the XML of its drawings. */
  relationships: { type: string }[];
  drawings: string[];
}

const lastRow = 1_048_576;
/** A drawing may end a few rows later than it states. */
const extraDrawingRows = 20;
/** Rows after the last one that empty merged cells may reach. */
const extraMergedRows = 20;
/** Number of equally formatted rows after the last content from which on LibreOffice skips empty formatted cells. */
const skippedRows = 84;

/** Relationships to parts that print within cells, or not at all. */
const staysInCells = /\/(?:hyperlink|printerSettings|table|drawing|queryTable|customProperty)$/;

/**
 * Finds a print area of whole rows for a sheet without one. LibreOffice computes page breaks for all 1,048,576 rows of
 * a sheet, again for each scale that it tries, unless it knows which rows are printed: a tenth of the time that
 * workbooks take.
 * @returns such as "$1:$60"; undefined where it might leave anything out, or print more than without it
 */
export function printedRows(
  { xml, measured, setup, relationships, drawings }: PrintedSheet,
  styles: WorkbookStyles,
): string | undefined {
  const rows = lastPrintedRow(measured, setup, parseMerges(xml));
  if (rows === undefined) return undefined;
  if (!relationships.every(({ type }) => staysInCells.test(type)) || !drawings.every(endsWhereItSays)) return undefined;
  const { head, body, tail } = splitWorksheet(xml);
  if (/sparklineGroup\b/.test(tail) || hasVisibleStrips(head, body, styles)) return undefined;
  return `$1:$${Math.min(lastRow, rows)}`;
}

/**
 * The last row to print, as far as cells tell. No row is added to it without need: one with a border would print, a
 * page that is centred vertically would move, and for each empty row LibreOffice looks for a text on its left, again on
 * each page: with 20 more rows, a sheet of 16,384 columns took three times as long.
 * @returns undefined where LibreOffice has to find the rows itself
 */
export function lastPrintedRow(
  measured: SheetMeasurements,
  { fit }: NewSetup,
  merges: CellRange[],
): number | undefined {
  const { contentRow, contentColumn, visibleRow, visibleColumn, drawingRow } = measured;
  if (contentRow === 0 || (fit && fit.height > 0)) return undefined;
  const hasEmptyForm = visibleRow > contentRow || visibleColumn > contentColumn;
  if (hasEmptyForm && visibleRow >= skippedRows) return undefined;
  const mergedRow = merges.reduce((last, { to }) => Math.max(last, to.row), 0);
  if (mergedRow > visibleRow + extraMergedRows) return undefined;
  return Math.max(visibleRow, mergedRow, drawingRow === 0 ? 0 : drawingRow + extraDrawingRows);
}

/** Returns whether all shapes are anchored to two cells and none is rotated. */
function endsWhereItSays(drawing: string): boolean {
  for (const event of xmlEvents(drawing)) {
    if (event.kind === "fault") return false;
    if (event.kind !== "open") continue;
    const { local, attributes } = event.element;
    if (local === "oneCellAnchor" || local === "absoluteAnchor" || attributes.rot !== undefined) return false;
  }
  return true;
}

/**
 * Returns whether a whole column or row has a border or fill. Uses regular expressions because head and rows are
 * fragments, which the XML parser cannot read.
 */
function hasVisibleStrips(head: string, body: string, styles: WorkbookStyles): boolean {
  for (const [, column = ""] of head.matchAll(/<(?:\w+:)?col\b([^>]*)>/g)) {
    if (styles.format(Number(attribute(column, "style") ?? 0)).isVisible) return true;
  }
  for (const [, row = ""] of body.matchAll(/<(?:\w+:)?row\b([^>]*\bcustomFormat=[^>]*)>/g)) {
    if (styles.format(Number(attribute(row, "s") ?? 0)).isVisible) return true;
  }
  return false;
}
