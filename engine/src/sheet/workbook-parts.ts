import { posix } from "node:path";
import type { Archive } from "../detect/archive.ts";
import { relationshipsIn } from "../detect/relationships.ts";
import { byteText } from "../xml/byte-text.ts";
import { withUsualTags } from "../xml/usual-tags.ts";
import { applyEdits, changedTag, nameBeside } from "../xml/xml-edits.ts";
import { type XmlElement, xmlEvents } from "../xml/xml-events.ts";
import { childOf, readTree, type XmlNode } from "../xml/xml-tree.ts";
import { columnStretch } from "./column-widths.ts";
import { formatCode } from "./number-format.ts";
import { asText, unescapeXml } from "./xml-text.ts";

export interface SheetEntry {
  name: string;
  /** Name of its part in the package. */
  part: string;
  hidden: boolean;
  /** A sheet of Excel 4 macros, whose formulas are code. It counts as hidden. */
  isMacroSheet: boolean;
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
  /** The part with the cell formats; usually "xl/styles.xml", undefined where there is none. */
  stylesPart: string | undefined;
  /** The part with the texts that cells refer to by index; usually "xl/sharedStrings.xml". */
  sharedTextsPart: string | undefined;
  sheets: SheetEntry[];
  /** Index of the sheet that was active when the workbook was saved. */
  activeSheet: number;
  /** Whether all formulas are to be computed on opening (fullCalcOnLoad): stored results are placeholders. */
  recalculate: boolean;
}

/**
 * Reads a part as text with the usual tags, with one character for each byte unless UTF-8 is asked for; empty where
 * there is none.
 */
export async function partText(archive: Archive, part: string, encoding: "bytes" | "utf8" = "bytes"): Promise<string> {
  const content = await archive.read(part);
  if (!content) return "";
  const text = encoding === "utf8" ? content.toString() : byteText(content);
  // Excel itself writes VML with single quotes; it is read by the parser.
  return part.endsWith(".vml") ? text : withUsualTags(text);
}

/** Reads the list of sheets (ECMA-376-1, 18.2), in both the transitional and the strict form. */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const workbookPart =
    (await readRelationships(archive, "")).find(({ type }) => type.endsWith("/officeDocument"))?.part ??
    "xl/workbook.xml";
  const parts = await readRelationships(archive, workbookPart);
  const related = (type: string) => parts.find((one) => one.type.endsWith(`/${type}`))?.part;
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
    const isMacroSheet = /\/xl(?:Intl)?Macrosheet$/i.test(target?.type ?? "");
    return {
      name: attributes.name ?? "",
      part: target?.part ?? "",
      hidden: isMacroSheet || /hidden/i.test(attributes.state ?? ""),
      isMacroSheet,
      isWorksheet: target?.type.endsWith("/worksheet") ?? false,
      printArea: names.get(`_xlnm.Print_Area ${index}`),
      printTitles: names.get(`_xlnm.Print_Titles ${index}`),
    };
  });
  const activeSheet = Number(view?.attributes.activeTab ?? 0);
  const recalculate = isTrue(calculation?.attributes.fullCalcOnLoad);
  return {
    part: workbookPart,
    stylesPart: related("styles"),
    sharedTextsPart: related("sharedStrings"),
    sheets,
    activeSheet,
    recalculate,
  };
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
 * Reads the texts that cells refer to by index, as XML with their formatting. Uses regular expressions because there
 * are as many texts as cells, for which the XML parser is slower (see `measureWorksheet`).
 */
export async function readSharedTexts(archive: Archive, { sharedTextsPart }: Workbook): Promise<string[]> {
  const xml = sharedTextsPart === undefined ? "" : await partText(archive, sharedTextsPart, "utf8");
  return [...xml.matchAll(/<(?:\w+:)?si\b[^>]*?(?:\/>|>(.*?)<\/(?:\w+:)?si>)/gs)].map(([, inner = ""]) => inner);
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

/**
 * Reads the cell formats of a workbook (ECMA-376-1, 18.8).
 * @param styleSheet `xl/styles.xml`, one character for each byte
 */
export function readStyles(styleSheet: XmlNode | undefined): WorkbookStyles {
  const items = (list: string) => childOf(styleSheet, list)?.children ?? [];
  const fonts = items("fonts").map((font) => {
    const [size, bold, name] = ["sz", "b", "name"].map((local) => childOf(font, local)?.element.attributes);
    return {
      size: Number(size?.val ?? plainFormat.fontSize),
      isBold: bold !== undefined && isTrue(bold.val ?? "1"),
      name: asText(name?.val ?? ""),
    };
  });
  const borders = items("borders").map(({ children }) =>
    children.some(({ element }) => (element.attributes.style ?? "none") !== "none"),
  );
  const fills = items("fills").map(({ children }) =>
    children.some(({ element }) => isVisibleFill(element.local, element.attributes.patternType)),
  );
  const codes = new Map(
    items("numFmts").map(({ element: { attributes } }) => [
      Number(attributes.numFmtId),
      asText(attributes.formatCode ?? ""),
    ]),
  );
  const formats = items("cellXfs").map((item): CellFormat => {
    const xf = item.element.attributes;
    const alignment = childOf(item, "alignment")?.element.attributes ?? {};
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

/** Hides sheets, so that LibreOffice does not print them. @param isWanted by the position of a sheet */
export function hideSheets(workbookXml: string, isWanted: (index: number) => boolean): string {
  const listed = childOf(readTree(workbookXml), "sheets")?.children ?? [];
  const edits = listed.flatMap(({ element }, index) =>
    isWanted(index) ? [{ ...element, text: changedTag(element, { state: "hidden" }) }] : [],
  );
  return applyEdits(workbookXml, edits);
}

/** Makes another sheet the active one. */
export function setActiveSheet(workbookXml: string, index: number): string {
  const workbook = readTree(workbookXml);
  const sheets = childOf(workbook, "sheets");
  if (!sheets) return workbookXml;
  const view = nameBeside(sheets.element, "workbookView");
  const views = nameBeside(sheets.element, "bookViews");
  const { from } = sheets;
  const wanted = { from, to: from, text: `<${views}><${view} activeTab="${index}"/></${views}>` };
  const stated = childOf(workbook, "bookViews");
  return applyEdits(workbookXml, stated ? [{ ...stated, text: "" }, wanted] : [wanted]);
}
