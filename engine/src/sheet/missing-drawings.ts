import type { Warning } from "@sheaf/contracts/refusals.ts";
import type { Archive } from "../detect/archive.ts";
import { attribute } from "../detect/package.ts";
import { sheetNames } from "./sheet-names.ts";
import { partText } from "./workbook-parts.ts";

/** What stands in the cells of a workbook, by the number that a cell gives ([MS-XLSX] 2.3.9): whether it is a picture. */
type RichValues = boolean[];

const elementAttributes = (xml: string, element: string) =>
  [...xml.matchAll(new RegExp(`<(?:\\w+:)?${element}\\b([^>]*)>`, "g"))].map(([, attributes = ""]) => attributes);
const innerXml = (xml: string, element: string, name = "") =>
  new RegExp(`<(?:\\w+:)?${element}\\b[^>]*${name}[^>]*>(.*?)</(?:\\w+:)?${element}>`, "s").exec(xml)?.[1] ?? "";

/**
 * Follows the numbers from the cells to what they stand for: metadata, value, structure. A picture that was put into a cell, or that
 * IMAGE() fetched, is an error for programs that do not know it; but so is a formula that spills over.
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

/** @param body the rows of a worksheet */
export function hasPictureInCell(body: string, values: RichValues): boolean {
  if (!values.includes(true)) return false;
  const cells = body.matchAll(/<(?:\w+:)?c\b[^<>]*\svm="(\d+)"/g);
  return [...cells].some(([, number]) => values[Number(number) - 1] === true);
}

/** Waterfalls, funnels, maps and the like, in place of which a drawing says that they cannot be shown ([MS-ODRAWXML] 2.24). */
export const hasNewerChart = (drawing: string) => /\suri="[^"]*\/chartex"/.test(drawing);

/** @param names of the sheets that lose something */
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
