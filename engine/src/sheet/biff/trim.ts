import { measureSheet, type SheetMeasurements } from "../measure-sheet.ts";
import { trailingFormats } from "../sheet-cells.ts";
import { ignoreRecord } from "./formulas.ts";
import { record } from "./records.ts";
import type { BiffWorkbook } from "./workbook-globals.ts";
import { type BiffWorksheet, rowFlag } from "./worksheet.ts";

/** The default cell format ([MS-XLS] 2.5.168). */
const usualFormat = 15;

/**
 * Removes empty formatted cells far after the last content, as `trimCells` does in Office Open XML.
 * @param stream is modified
 * @returns undefined where that cannot be done in place
 */
export function trimBiffCells(
  stream: Buffer,
  sheet: BiffWorksheet,
  { styles }: BiffWorkbook,
): SheetMeasurements | undefined {
  const measured = measureSheet(sheet.contents, styles);
  const { contentRow, contentColumn } = measured;
  const visibleRow = Math.max(measured.visibleRow, sheet.formattedRow);
  const cut = trailingFormats({ ...measured, visibleRow });
  if (!cut.rows && !cut.columns) return measured;
  if (styles.format(usualFormat).isVisible) return undefined;
  for (const one of sheet.records) {
    const { type, at, size } = one;
    const isEmpty = type === record.blank || type === record.blanks;
    if (!isEmpty && type !== record.row) continue;
    const isBehind = cut.rows && stream.readUInt16LE(at) + 1 > contentRow;
    if (!isEmpty) {
      if (isBehind) stream.writeUInt16LE(stream.readUInt16LE(at + rowFlag.at) & ~rowFlag.formatted, at + rowFlag.at);
      continue;
    }
    const stay = contentColumn - stream.readUInt16LE(at + 2); // number of cells that stay
    if (isBehind || (cut.columns && stay <= 0)) ignoreRecord(stream, one);
    else if (cut.columns && type === record.blanks) {
      for (let place = at + 4 + stay * 2; place < at + size - 2; place += 2) stream.writeUInt16LE(usualFormat, place);
    }
  }
  return {
    ...measured,
    visibleRow: cut.rows ? contentRow : measured.visibleRow,
    visibleColumn: cut.columns ? contentColumn : measured.visibleColumn,
  };
}
