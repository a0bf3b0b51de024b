import type { Warning } from "@sheaf/contracts/refusals.ts";
import { attribute } from "../detect/package.ts";
import { parseRanges } from "./range-references.ts";

/** The cells of a sheet to print, or to repeat on each of its pages. */
export interface SheetPrintRange {
  /** One character for each byte, as in the workbook part. */
  sheetName: string;
  /** Index of the sheet, from 0. */
  index: number;
  /** "$A$1:$C$60" */
  area: string;
}

/** Adds print areas to `workbook.xml` (ECMA-376-1, 18.2.5). @param areas of sheets that have none */
export const addPrintAreas = (workbookXml: string, areas: SheetPrintRange[]) =>
  addPrintNames(workbookXml, "Print_Area", areas);

/** Adds repeated rows to the print titles of sheets; their repeated columns stay. */
export function addPrintTitles(workbookXml: string, titles: SheetPrintRange[]): string {
  const isNew = new Set(titles);
  const stated = workbookXml.replaceAll(
    /(<(?:\w+:)?definedName\b([^<>]*)>)([^<]*)(?=<)/g,
    (whole, start: string, attributes: string, cells: string) => {
      const one =
        attribute(attributes, "name") === "_xlnm.Print_Titles" &&
        titles.find(({ index }) => attribute(attributes, "localSheetId") === String(index));
      if (!one) return whole;
      isNew.delete(one);
      return `${start}${cells === "" ? "" : `${cells},`}${reference(one)}`;
    },
  );
  return addPrintNames(stated, "Print_Titles", [...isNew]);
}

function addPrintNames(workbookXml: string, name: "Print_Area" | "Print_Titles", areas: SheetPrintRange[]): string {
  if (areas.length === 0) return workbookXml;
  const prefix = /<((?:\w+:)?)workbook\b/.exec(workbookXml)?.[1] ?? "";
  const names = areas.map(
    (one) =>
      `<${prefix}definedName name="_xlnm.${name}" localSheetId="${one.index}">${reference(one)}</${prefix}definedName>`,
  );
  if (/<\/(?:\w+:)?definedNames>/.test(workbookXml)) {
    return workbookXml.replace(/<\/(?:\w+:)?definedNames>/, (end) => names.join("") + end);
  }
  const list = `<${prefix}definedNames>${names.join("")}</${prefix}definedNames>`;
  return workbookXml.replace(/<\/(?:\w+:)?sheets>/, (end) => end + list);
}

function reference({ sheetName, area }: SheetPrintRange): string {
  const quoted = sheetName.replaceAll("'", "''").replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `'${quoted}'!${area}`;
}

/**
 * Warns of a print area that is a formula, which LibreOffice ignores. With "#REF!", Excel prints the whole sheet as
 * well.
 */
export function computedAreaWarning({ name, printArea }: { name: string; printArea: string | undefined }): Warning[] {
  if (printArea === undefined || parseRanges(printArea) || printArea.includes("#REF!")) return [];
  const text = `The print area of sheet “${name}” is computed and could not be used: the whole sheet is printed.`;
  return [{ code: "print-area-computed", text }];
}

/** Removes the print area of one sheet. */
export function removePrintArea(workbookXml: string, index: number): string {
  const area = new RegExp(
    `<(?:\\w+:)?definedName\\b[^>]*name="_xlnm.Print_Area"[^>]*localSheetId="${index}"[^>]*>[^<]*</(?:\\w+:)?definedName>`,
  );
  return workbookXml.replace(area, "");
}
