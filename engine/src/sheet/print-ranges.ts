import type { Warning } from "@sheaf/contracts/refusals.ts";
import { applyEdits, nameBeside, type XmlEdit } from "../xml/xml-edits.ts";
import { childOf, readTree } from "../xml/xml-tree.ts";
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

interface PrintNameChanges {
  /** Returns whether the print area of a sheet is to be removed. */
  isAreaUnwanted(index: number): boolean;
  /** Print areas of sheets that have none, or whose area is removed. */
  areas: SheetPrintRange[];
  /** Rows to be added to the print titles of sheets; their repeated columns stay. */
  titles: SheetPrintRange[];
}

/**
 * Changes print areas and print titles in `workbook.xml` (ECMA-376-1, 18.2.5). References become absolute: LibreOffice
 * ignores relative ones, which some programs write.
 * @param xml one character for each byte
 */
export function editPrintNames(xml: string, { isAreaUnwanted, areas, titles }: PrintNameChanges): string {
  const workbook = readTree(xml);
  const sheets = childOf(workbook, "sheets");
  if (!sheets) return xml;
  const list = childOf(workbook, "definedNames");
  const added = new Set(titles);
  const edits: XmlEdit[] = [];
  for (const { element, inner, from, to } of list?.children ?? []) {
    const [, kind] = /^_xlnm\.Print_(Area|Titles)$/.exec(element.attributes.name ?? "") ?? [];
    const sheet = Number(element.attributes.localSheetId);
    if (kind === undefined || element.isEmpty) continue;
    if (kind === "Area" && isAreaUnwanted(sheet)) {
      edits.push({ from, to, text: "" });
      continue;
    }
    const ranges = absolute(xml.slice(inner.from, inner.to));
    const title = kind === "Titles" ? titles.find(({ index }) => index === sheet) : undefined;
    const text = title ? [...(ranges === "" ? [] : [ranges]), reference(title)].join(",") : ranges;
    edits.push({ ...inner, text });
    if (title) added.delete(title);
  }
  const definedName = nameBeside(sheets.element, "definedName");
  const printName = (name: string) => (one: SheetPrintRange) =>
    `<${definedName} name="_xlnm.${name}" localSheetId="${one.index}">${reference(one)}</${definedName}>`;
  const names = [...areas.map(printName("Print_Area")), ...[...added].map(printName("Print_Titles"))].join("");
  if (list && !list.element.isEmpty) edits.push({ from: list.inner.to, to: list.inner.to, text: names });
  else if (names !== "")
    edits.push({ ...(list ?? after(sheets)), text: `<${definedName}s>${names}</${definedName}s>` });
  return applyEdits(xml, edits);
}

const after = ({ to }: { to: number }) => ({ from: to, to });

/** A cell or range after "!", up to the next comma or the end. */
const printReference = /!\$?([A-Z]{0,3})\$?(\d{0,7})(?:(:)\$?([A-Z]{0,3})\$?(\d{0,7}))?(?=,|$)/g;

const absolute = (ranges: string) =>
  ranges.replaceAll(printReference, (_, ...[from, fromRow, range, to, toRow]: (string | undefined)[]) => {
    const dollars = (part: string | undefined) => (part ? `$${part}` : "");
    return `!${dollars(from)}${dollars(fromRow)}${range ? ":" : ""}${dollars(to)}${dollars(toRow)}`;
  });

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
