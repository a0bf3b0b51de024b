import { posix } from "node:path";
import type { Archive } from "../detect/archive.ts";
import { attribute } from "../detect/package.ts";
import { relationshipsIn } from "../detect/relationships.ts";
import { type XmlElement, xmlEvents } from "../xml/xml-events.ts";
import { columnStretch } from "./column-widths.ts";
import { formatCode } from "./number-format.ts";
import { unescapeXml } from "./xml-text.ts";

export interface SheetEntry {
  name: string;
  /** Name of its part in the package. */
  part: string;
  hidden: boolean;
  /** False for chart and dialog sheets, which have no cells. */
  isWorksheet: boolean;
  /** As the workbook states it: "Sheet1!$A$1:$D$20" or several ranges. */
  printArea: string | undefined;
  /** Repeated columns and rows: "Sheet1!$A:$B,Sheet1!$1:$1". */
  printTitles: string | undefined;
}

export interface Workbook {
  /** The part that lists the sheets. */
  part: string;
  sheets: SheetEntry[];
  /** Index of the sheet that was active when the workbook was saved. */
  activeSheet: number;
  /** Whether all formulas are to be computed on opening (fullCalcOnLoad): stored results are placeholders. */
  recalculate: boolean;
}

/** Reads a part as text, with one character for each byte unless UTF-8 is asked for; empty where there is none. */
export const partText = async (archive: Archive, part: string, encoding: "latin1" | "utf8" = "latin1") =>
  (await archive.read(part))?.toString(encoding) ?? "";

/** Reads the list of sheets (ECMA-376-1, 18.2), in both the transitional and the strict form. */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const workbookPart =
    (await readRelationships(archive, "")).find(({ type }) => type.endsWith("/officeDocument"))?.part ??
    "xl/workbook.xml";
  const parts = await readRelationships(archive, workbookPart);
  const names = new Map<string, string>();
  const listed: XmlElement[] = [];
  let view: XmlElement | undefined;
  let calculation: XmlElement | undefined;
  let text = "";
  for (const event of xmlEvents(await partText(archive, workbookPart, "utf8"))) {
    if (event.kind === "text") text += event.text;
    if (event.kind === "open") text = "";
    if (event.kind !== "close") continue;
    const { local, attributes } = event.element;
    if (local === "definedName") names.set(`${attributes.name} ${attributes.localSheetId}`, text);
    else if (local === "sheet") listed.push(event.element);
    else if (local === "workbookView") view ??= event.element;
    else if (local === "calcPr") calculation ??= event.element;
  }
  const sheets = listed.map(({ attributes }, index): SheetEntry => {
    const target = parts.find(({ id }) => id === attributes["r:id"]);
    return {
      name: attributes.name ?? "",
      part: target?.part ?? "",
      hidden: /hidden/i.test(attributes.state ?? ""),
      isWorksheet: target?.type.endsWith("/worksheet") ?? false,
      printArea: names.get(`_xlnm.Print_Area ${index}`),
      printTitles: names.get(`_xlnm.Print_Titles ${index}`),
    };
  });
  const activeSheet = Number(view?.attributes.activeTab ?? 0);
  const recalculate = isTrue(calculation?.attributes.fullCalcOnLoad);
  return { part: workbookPart, sheets, activeSheet, recalculate };
}

export const isTrue = (value: string | undefined) => value === "1" || value === "true";

/** A relationship with the part to which it leads. */
export interface Relationship {
  id: string;
  type: string;
  part: string;
}

/** The relationships part of a part (ECMA-376-2, 9.3). @param part empty for the package itself */
export const relationshipsPart = (part: string) =>
  posix.join(posix.dirname(part), "_rels", `${posix.basename(part)}.rels`);

/** Reads the relationships of a part. @param part empty for the package itself */
export async function readRelationships(archive: Archive, part: string): Promise<Relationship[]> {
  const xml = await partText(archive, relationshipsPart(part), "utf8");
  return relationshipsIn(xml).map(({ id, type, target }) => ({
    id,
    type,
    part: target.startsWith("/") ? target.slice(1) : posix.join(posix.dirname(part), target),
  }));
}

/** Reads the related parts of one type, such as "drawing" or "table". */
export async function readRelatedParts(
  archive: Archive,
  relationships: Relationship[],
  type: string,
): Promise<string[]> {
  const texts: string[] = [];
  for (const one of relationships) if (one.type.endsWith(`/${type}`)) texts.push(await partText(archive, one.part));
  return texts;
}

/**
 * Reads the texts that cells refer to by index, without formatting and phonetic hints. They are as many as cells, and
 * read with regular expressions for the same reason.
 */
export async function readSharedStrings(archive: Archive): Promise<string[]> {
  const xml = await partText(archive, "xl/sharedStrings.xml", "utf8");
  return [...xml.matchAll(/<(?:\w+:)?si\b[^>]*?(?:\/>|>(.*?)<\/(?:\w+:)?si>)/gs)].map(([, inner = ""]) =>
    plainText(inner),
  );
}

/** The text of a string item, without phonetic runs. */
export function plainText(inner: string): string {
  const spoken = inner.replace(/<(?:\w+:)?rPh\b.*?<\/(?:\w+:)?rPh>/gs, "");
  return unescapeXml([...spoken.matchAll(/<(?:\w+:)?t\b[^>]*>([^<]*)</g)].map(([, text]) => text).join(""));
}

/** The parts of a cell's format that matter for the layout of pages. */
export interface CellFormat {
  fontSize: number;
  /** Whether it has a border or fill, which prints even when the cell is empty. */
  isVisible: boolean;
  wraps: boolean;
  /** Number format code; see number-format.ts. */
  formatCode: string;
  /** Whether text shrinks to fit or is rotated, so that it needs no width. */
  adapts: boolean;
  isBold: boolean;
  /** The edge from which a text overflows into empty cells; "both" is centred. */
  alignment: "left" | "right" | "both";
}

/** The format of a cell that states none, or one that the workbook does not list. */
export const plainFormat: CellFormat = {
  fontSize: 11,
  isVisible: false,
  wraps: false,
  formatCode: "",
  adapts: false,
  isBold: false,
  alignment: "left",
};

/** The cell formats of a workbook. */
export interface WorkbookStyles {
  /** @param style index of the format */
  format(style: number): CellFormat;
  /** Size of the font in which column widths are measured, in points. */
  defaultFontSize: number;
  /** See `columnStretch`. */
  columnStretch: number;
}

const alignments: Record<string, "right" | "both"> = { right: "right", center: "both", centerContinuous: "both" };

/** Reads the cell formats of a workbook (ECMA-376-1, 18.8). */
export async function readStyles(archive: Archive): Promise<WorkbookStyles> {
  const fonts: { size: number; isBold: boolean; name: string }[] = [];
  const borders: boolean[] = [];
  const fills: boolean[] = [];
  const codes = new Map<number, string>();
  const listed: { xf: XmlElement["attributes"]; alignment: XmlElement["attributes"] }[] = [];
  const path: string[] = [];
  for (const event of xmlEvents(await partText(archive, "xl/styles.xml", "utf8"))) {
    if (event.kind === "close") path.pop();
    if (event.kind !== "open") continue;
    const { local, attributes } = event.element;
    path.push(local);
    const list = path[1];
    const isItem = path.length === 3;
    const font = fonts.at(-1);
    const format = listed.at(-1);
    if (list === "fonts" && isItem) fonts.push({ size: plainFormat.fontSize, isBold: false, name: "" });
    else if (list === "fonts" && font) {
      if (local === "sz") font.size = Number(attributes.val ?? plainFormat.fontSize);
      else if (local === "b") font.isBold = isTrue(attributes.val ?? "1");
      else if (local === "name") font.name = attributes.val ?? "";
    } else if (list === "borders" && isItem) borders.push(false);
    else if (list === "borders" && (attributes.style ?? "none") !== "none") borders[borders.length - 1] = true;
    else if (list === "fills" && isItem) fills.push(false);
    else if (list === "fills" && isVisibleFill(local, attributes.patternType)) fills[fills.length - 1] = true;
    else if (list === "numFmts" && isItem) codes.set(Number(attributes.numFmtId), attributes.formatCode ?? "");
    else if (list === "cellXfs" && isItem) listed.push({ xf: attributes, alignment: {} });
    else if (list === "cellXfs" && local === "alignment" && format) format.alignment = attributes;
  }
  const formats = listed.map(({ xf, alignment }): CellFormat => {
    const font = fonts[Number(xf.fontId ?? 0)];
    const code = Number(xf.numFmtId ?? 0);
    return {
      fontSize: font?.size ?? plainFormat.fontSize,
      isVisible: borders[Number(xf.borderId ?? 0)] || fills[Number(xf.fillId ?? 0)] || false,
      wraps: isTrue(alignment.wrapText) || /^(justify|distributed)$/.test(alignment.horizontal ?? ""),
      formatCode: formatCode(code, codes.get(code)),
      adapts: isTrue(alignment.shrinkToFit) || /^[1-9]/.test(alignment.textRotation ?? ""),
      isBold: font?.isBold ?? false,
      alignment: alignments[alignment.horizontal ?? ""] ?? "left",
    };
  });
  const { size: defaultFontSize, name } = fonts[0] ?? { size: plainFormat.fontSize, name: "" };
  const unlisted = { ...plainFormat, fontSize: defaultFontSize };
  return {
    format: (style) => formats[style] ?? unlisted,
    defaultFontSize,
    columnStretch: columnStretch(name, defaultFontSize),
  };
}

const isVisibleFill = (element: string, patternType = "none") =>
  element === "gradientFill" || !/^(none|gray125)$/.test(patternType);

/**
 * Makes the references of print areas and print titles absolute: LibreOffice ignores relative ones, which some programs
 * write.
 */
export function makePrintNamesAbsolute(workbookXml: string): string {
  return workbookXml.replaceAll(
    /(<(?:\w+:)?definedName\b([^<>]*)>)([^<]*)/g,
    (whole, start: string, attributes: string, cells: string) => {
      if (!/^_xlnm\.Print_(?:Area|Titles)$/.test(attribute(attributes, "name") ?? "")) return whole;
      return (
        start +
        cells.replaceAll(printReference, (_, ...[from, fromRow, range, to, toRow]: (string | undefined)[]) => {
          const dollars = (part: string | undefined) => (part ? `$${part}` : "");
          return `!${dollars(from)}${dollars(fromRow)}${range ? ":" : ""}${dollars(to)}${dollars(toRow)}`;
        })
      );
    },
  );
}

/** A cell or range after "!", up to the next comma or the end. */
const printReference = /!\$?([A-Z]{0,3})\$?(\d{0,7})(?:(:)\$?([A-Z]{0,3})\$?(\d{0,7}))?(?=,|$)/g;

/** Removes the print areas of hidden sheets: LibreOffice would print such a sheet. */
export function removeHiddenPrintAreas(workbookXml: string, sheets: SheetEntry[]): string {
  return workbookXml.replaceAll(
    /<(?:\w+:)?definedName\b([^>]*)>[^<]*<\/(?:\w+:)?definedName>/g,
    (whole, attributes: string) => {
      const isArea = attribute(attributes, "name") === "_xlnm.Print_Area";
      return isArea && sheets[Number(attribute(attributes, "localSheetId"))]?.hidden ? "" : whole;
    },
  );
}

/** Makes another sheet the active one. */
export function setActiveSheet(workbookXml: string, index: number): string {
  const prefix = /<((?:\w+:)?)workbook\b/.exec(workbookXml)?.[1] ?? "";
  const wanted = `<${prefix}bookViews><${prefix}workbookView activeTab="${index}"/></${prefix}bookViews>`;
  const without = workbookXml.replace(/<(?:\w+:)?bookViews\b[^>]*?(?:\/>|>.*?<\/(?:\w+:)?bookViews>)/s, "");
  return without.replace(/<(?:\w+:)?sheets\b/, (start) => wanted + start);
}
