import { attribute } from "../detect/package.ts";
import type { CellRange, SheetMeasurements } from "./measure-sheet.ts";
import { type NewSetup, splitWorksheet } from "./page-setup.ts";
import type { WorkbookStyles } from "./workbook-parts.ts";
import { parseMerges } from "./worksheet-cells.ts";

/** A worksheet as it will be printed. */
interface PrintedSheet {
  xml: string;
  measured: SheetMeasurements;
  setup: NewSetup;
  /** What it refers to: types of relationships, and the drawings themselves. */
  relationships: { type: string }[];
  drawings: string[];
}

const lastRow = 1_048_576;
/** Empty rows behind the last one: they make no page, and drawings may end a little later than they say. */
const spare = 20;
/** LibreOffice prints empty formatted cells behind the last content unless as many rows are formatted alike. */
const leftOutByLibreOffice = 84;

/** Relationships to what stands in cells, or never on paper. */
const staysInCells = /\/(?:hyperlink|printerSettings|table|drawing|queryTable|customProperty)$/;

/**
 * LibreOffice reckons the page breaks of all 1,048,576 rows of a sheet, anew at each step towards the scale that fits, unless it is told
 * which rows are printed: a tenth of the time that workbooks take. Columns it then still finds itself.
 * @returns a print area such as "$1:$60"; undefined where it might leave anything out, or where empty rows would count
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

/** As far as cells go. @returns undefined where LibreOffice has to find the rows itself */
export function lastPrintedRow(
  measured: SheetMeasurements,
  { fit }: NewSetup,
  merges: CellRange[],
): number | undefined {
  const { contentRow, contentColumn, visibleRow, visibleColumn } = measured;
  if (contentRow === 0 || (fit && fit.height > 0)) return undefined;
  const hasEmptyForm = visibleRow > contentRow || visibleColumn > contentColumn;
  if (hasEmptyForm && visibleRow >= leftOutByLibreOffice) return undefined;
  const rows = visibleRow + spare;
  return merges.some(({ to }) => to.row > rows) ? undefined : rows;
}

/** All of it between two cells, and upright. */
const endsWhereItSays = (drawing: string) => !/<(?:\w+:)?(?:oneCell|absolute)Anchor\b|\brot="/.test(drawing);

/** Borders or fills of a whole column or row. */
function hasVisibleStrips(head: string, body: string, styles: WorkbookStyles): boolean {
  for (const [, column = ""] of head.matchAll(/<(?:\w+:)?col\b([^>]*)>/g)) {
    if (styles.format(Number(attribute(column, "style") ?? 0)).isVisible) return true;
  }
  for (const [, row = ""] of body.matchAll(/<(?:\w+:)?row\b([^>]*\bcustomFormat=[^>]*)>/g)) {
    if (styles.format(Number(attribute(row, "s") ?? 0)).isVisible) return true;
  }
  return false;
}
