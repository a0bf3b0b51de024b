import type { SheetMeasurements } from "../measure-sheet.ts";
import type { NewSetup } from "../page-setup.ts";
import { lastPrintedRow } from "../printed-rows.ts";
import { hasTurnedDrawing, hasUnplacedDrawing } from "./drawings.ts";
import { record } from "./records.ts";
import type { BiffWorkbook } from "./workbook-globals.ts";
import { type BiffWorksheet, noteFlag } from "./worksheet.ts";

const lastRow = 0x10000;

/**
 * The number of rows for a print area, as `printedRows` finds it in Office Open XML.
 * @param stream the prepared workbook
 * @returns undefined where that might leave anything out, or print more than without it
 */
export function printedBiffRows(
  stream: Buffer,
  { contents, records, formattedRow }: BiffWorksheet,
  { measured, setup }: { measured: SheetMeasurements; setup: NewSetup },
  { styles }: BiffWorkbook,
): number | undefined {
  const rows = lastPrintedRow(measured, setup, contents.merges);
  if (rows === undefined || formattedRow > 0) return undefined;
  if (hasTurnedDrawing(stream, records) || hasUnplacedDrawing(stream, records)) return undefined;
  const printsMore = records.some(({ type, at }) => {
    if (type === record.note) return (stream.readUInt16LE(at + noteFlag.at) & noteFlag.isOpen) !== 0;
    return type === record.columns && styles.format(stream.readUInt16LE(at + 6)).isVisible;
  });
  return printsMore ? undefined : Math.min(lastRow, rows);
}
