import type { Warning } from "@sheaf/contracts/refusals.ts";
import { rangesOf } from "./cell-ranges.ts";

/** What is to be printed of a sheet. */
export interface PrintArea {
  /** One character for each byte, as in the workbook part. */
  sheetName: string;
  /** Of the sheet, from 0. */
  index: number;
  /** "$A$1:$C$60" */
  area: string;
}

/** Adds print areas to a workbook part (ECMA-376-1, 18.2.5), of sheets that have none. */
export function withPrintAreas(workbookXml: string, areas: PrintArea[]): string {
  const prefix = /<((?:\w+:)?)workbook\b/.exec(workbookXml)?.[1] ?? "";
  const names = areas.map(({ sheetName, index, area }) => {
    const quoted = sheetName.replaceAll("'", "''").replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    return `<${prefix}definedName name="_xlnm.Print_Area" localSheetId="${index}">'${quoted}'!${area}</${prefix}definedName>`;
  });
  if (/<\/(?:\w+:)?definedNames>/.test(workbookXml)) {
    return workbookXml.replace(/<\/(?:\w+:)?definedNames>/, (end) => names.join("") + end);
  }
  const list = `<${prefix}definedNames>${names.join("")}</${prefix}definedNames>`;
  return workbookXml.replace(/<\/(?:\w+:)?sheets>/, (end) => end + list);
}

/** A formula in place of cells is nothing that LibreOffice follows; one whose cells are gone prints everything in Excel, too. */
export function computedAreaWarning({ name, printArea }: { name: string; printArea: string | undefined }): Warning[] {
  if (printArea === undefined || rangesOf(printArea) || printArea.includes("#REF!")) return [];
  const text = `The print area of sheet “${name}” is computed and could not be used: the whole sheet is printed.`;
  return [{ code: "print-area-computed", text }];
}

/** Without the print area of one sheet. */
export function withoutPrintArea(workbookXml: string, index: number): string {
  const area = new RegExp(
    `<(?:\\w+:)?definedName\\b[^>]*name="_xlnm.Print_Area"[^>]*localSheetId="${index}"[^>]*>[^<]*</(?:\\w+:)?definedName>`,
  );
  return workbookXml.replace(area, "");
}
