import type { Warning } from "@sheaf/contracts/refusals.ts";
import type { Archive } from "../detect/archive.ts";
import { attribute } from "../detect/package.ts";
import { sheetNames } from "./sheet-names.ts";
import { partText } from "./workbook-parts.ts";

/** By the `vm` number of a cell minus 1, whether the cell holds a picture ([MS-XLSX] 2.3.9). */
type RichValues = boolean[];

const elementAttributes = (xml: string, element: string) =>
  [...xml.matchAll(new RegExp(`<(?:\\w+:)?${element}\\b([^>]*)>`, "g"))].map(([, attributes = ""]) => attributes);
const innerXml = (xml: string, element: string, name = "") =>
  new RegExp(`<(?:\\w+:)?${element}\\b[^>]*${name}[^>]*>(.*?)</(?:\\w+:)?${element}>`, "s").exec(xml)?.[1] ?? "";

/**
 * Follows the indexes from cells through metadata, value and structure. Both a picture in a cell, placed there or
 * fetched by IMAGE(), and a formula that spills are stored as an error value; the structure tells them apart.
 */
export async function readRichValues(archive: Archive): Promise<RichValues> {
  const structures = elementAttributes(await partText(archive, "xl/richData/rdrichvaluestructure.xml"), "s").map(
    (one) => /image$/i.test(attribute(one, "t") ?? ""),
  );
  if (!structures.includes(true)) return [];
  const values = elementAttributes(await partText(archive, "xl/richData/rdrichvalue.xml"), "rv").map(
    (one) => structures[Number(attribute(one, "s"))] ?? false,
  );
  const metadata = await partText(archive, "xl/metadata.xml");
  const kinds = elementAttributes(metadata, "metadataType").map((one) => attribute(one, "name"));
  const rich = elementAttributes(innerXml(metadata, "futureMetadata", 'name="XLRICHVALUE"'), "rvb").map(
    (one) => values[Number(attribute(one, "i"))] ?? false,
  );
  return elementAttributes(innerXml(metadata, "valueMetadata"), "rc").map(
    (one) => kinds[Number(attribute(one, "t")) - 1] === "XLRICHVALUE" && rich[Number(attribute(one, "v"))] === true,
  );
}

/**
 * Returns whether a cell contains a picture. Uses a regular expression because the XML parser is slower for many cells
 * (see `measureWorksheet`), and the rows alone are not well-formed.
 * @param body a worksheet part or its rows
 */
export function hasPictureInCell(body: string, values: RichValues): boolean {
  if (!values.includes(true)) return false;
  const cells = body.matchAll(/<(?:\w+:)?c\b[^<>]*\svm="(\d+)"/g);
  return [...cells].some(([, number]) => values[Number(number) - 1] === true);
}

/**
 * Whether a drawing holds a waterfall, funnel, map or similar chart, which LibreOffice cannot show ([MS-ODRAWXML]
 * 2.24).
 */
export const hasNewerChart = (drawing: string) => /\suri="[^"]*\/chartex"/.test(drawing);

/** @param names of the sheets with such pictures and charts */
export function missingDrawings(names: { pictures: string[]; charts: string[] }): Warning[] {
  return [
    ...missing("cell-pictures-missing", "Pictures in cells", names.pictures),
    ...missing("charts-missing", "Waterfall, funnel or other newer charts", names.charts),
  ];
}

function missing(code: Warning["code"], what: string, names: string[]): Warning[] {
  if (names.length === 0) return [];
  return [
    { code, text: `${what} of ${sheetNames(names)} are missing. Save the workbook as PDF in Excel and replace it.` },
  ];
}
