import type { Warning } from "@sheaf/contracts/refusals.ts";
import type { Archive } from "../detect/archive.ts";
import { elementsNamed, type XmlElement } from "../xml/xml-events.ts";
import { sheetNames } from "./sheet-names.ts";
import { partText } from "./workbook-parts.ts";

/** By the `vm` number of a cell minus 1, whether the cell holds a picture ([MS-XLSX] 2.3.9). */
type RichValues = boolean[];

/**
 * Follows the indexes from cells through metadata, value and structure. Both a picture in a cell, placed there or
 * fetched by IMAGE(), and a formula that spills are stored as an error value; the structure tells them apart.
 */
export async function readRichValues(archive: Archive): Promise<RichValues> {
  const read = async (part: string, ...locals: string[]) => [...elementsNamed(await partText(archive, part), locals)];
  const structures = (await read("xl/richData/rdrichvaluestructure.xml", "s")).map(({ attributes }) =>
    /image$/i.test(attributes.t ?? ""),
  );
  if (!structures.includes(true)) return [];
  const values = (await read("xl/richData/rdrichvalue.xml", "rv")).map(
    ({ attributes }) => structures[Number(attributes.s)] ?? false,
  );
  const kinds: (string | undefined)[] = [];
  const rich: boolean[] = [];
  const cells: XmlElement["attributes"][] = [];
  let list: string | undefined;
  const lists = ["futureMetadata", "cellMetadata", "valueMetadata"];
  for (const { local, attributes } of await read("xl/metadata.xml", ...lists, "metadataType", "rvb", "rc")) {
    if (lists.includes(local)) list = attributes.name ?? local;
    else if (local === "metadataType") kinds.push(attributes.name);
    else if (local === "rvb" && list === "XLRICHVALUE") rich.push(values[Number(attributes.i)] ?? false);
    else if (local === "rc" && list === "valueMetadata") cells.push(attributes);
  }
  return cells.map(({ t, v }) => kinds[Number(t) - 1] === "XLRICHVALUE" && rich[Number(v)] === true);
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
export const hasNewerChart = (drawing: string): boolean =>
  [...elementsNamed(drawing, ["graphicData"])].some(({ attributes }) => attributes.uri?.endsWith("/chartex"));

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
