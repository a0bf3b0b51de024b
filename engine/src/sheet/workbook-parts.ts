import { posix } from "node:path";
import type { Archive } from "../detect/archive.ts";
import { attribute } from "../detect/package.ts";
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
    (await targets(archive, "_rels/.rels", "")).find(({ type }) => type.endsWith("/officeDocument"))?.part ??
    "xl/workbook.xml";
  const xml = await partText(archive, workbookPart, "utf8");
  const parts = await readRelationships(archive, workbookPart);

  const names = new Map<string, string>();
  for (const [, attributes = "", value = ""] of xml.matchAll(/<(?:\w+:)?definedName\b([^>]*)>([^<]*)</g)) {
    names.set(`${attribute(attributes, "name")} ${attribute(attributes, "localSheetId")}`, unescapeXml(value));
  }
  const sheets = [...xml.matchAll(/<(?:\w+:)?sheet\b([^>]*)>/g)].map(([, attributes = ""], index): SheetEntry => {
    const id = /\s\w+:id\s*=\s*["']([^"']*)["']/.exec(attributes)?.[1];
    const target = parts.find((one) => one.id === id);
    return {
      name: unescapeXml(attribute(attributes, "name") ?? ""),
      part: target?.part ?? "",
      hidden: /hidden/i.test(attribute(attributes, "state") ?? ""),
      isWorksheet: target?.type.endsWith("/worksheet") ?? false,
      printArea: names.get(`_xlnm.Print_Area ${index}`),
      printTitles: names.get(`_xlnm.Print_Titles ${index}`),
    };
  });
  const calculation = /<(?:\w+:)?calcPr\b([^>]*)>/.exec(xml)?.[1] ?? "";
  const view = /<(?:\w+:)?workbookView\b([^>]*)>/.exec(xml)?.[1] ?? "";
  const activeSheet = Number(attribute(view, "activeTab") ?? 0);
  return { part: workbookPart, sheets, activeSheet, recalculate: isTrue(attribute(calculation, "fullCalcOnLoad")) };
}

export const isTrue = (value: string | undefined) => value === "1" || value === "true";

/** A relationship with the part to which it leads. */
export interface Relationship {
  id: string | undefined;
  type: string;
  part: string;
}

async function targets(archive: Archive, relationshipsPart: string, folder: string): Promise<Relationship[]> {
  const xml = await partText(archive, relationshipsPart, "utf8");
  return [...xml.matchAll(/<(?:\w+:)?Relationship\b([^>]*)>/g)].map(([, attributes = ""]) => {
    const target = unescapeXml(attribute(attributes, "Target") ?? "");
    return {
      id: attribute(attributes, "Id"),
      type: attribute(attributes, "Type") ?? "",
      part: target.startsWith("/") ? target.slice(1) : posix.join(folder, target),
    };
  });
}

/** The relationships part of a part (ECMA-376-2, 9.3). */
export const relationshipsPart = (part: string) =>
  posix.join(posix.dirname(part), "_rels", `${posix.basename(part)}.rels`);

/** Reads the relationships of a part. */
export function readRelationships(archive: Archive, part: string): Promise<Relationship[]> {
  return targets(archive, relationshipsPart(part), posix.dirname(part));
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

/** Reads the texts that cells refer to by index, without formatting and phonetic hints. */
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

export async function readStyles(archive: Archive): Promise<WorkbookStyles> {
  const xml = await partText(archive, "xl/styles.xml", "utf8");
  const items = (list: string, item: string) => {
    const inner = new RegExp(`<(?:\\w+:)?${list}\\b[^>]*>(.*?)</(?:\\w+:)?${list}>`, "s").exec(xml)?.[1] ?? "";
    return [...inner.matchAll(new RegExp(`<(?:\\w+:)?${item}\\b([^>]*?)(?:/>|>(.*?)</(?:\\w+:)?${item}>)`, "gs"))].map(
      ([, attributes = "", content = ""]) => ({ attributes, content }),
    );
  };
  const fonts = items("fonts", "font").map(({ content }) => ({
    size: Number(/<(?:\w+:)?sz\b[^>]*val="([\d.]+)"/.exec(content)?.[1] ?? plainFormat.fontSize),
    isBold: /<(?:\w+:)?b(?:\s+val="(?:1|true)")?\s*\/?>/.test(content),
    name: unescapeXml(/<(?:\w+:)?name\b[^>]*val="([^"]*)"/.exec(content)?.[1] ?? ""),
  }));
  const borders = items("borders", "border").map(({ content }) => /<[^>]*\bstyle="(?!none)[^"]+"/.test(content));
  const fills = items("fills", "fill").map(({ content }) =>
    /patternType="(?!none|gray125)[^"]+"|gradientFill/.test(content),
  );
  const codes = new Map(
    items("numFmts", "numFmt").map(({ attributes }) => [
      Number(attribute(attributes, "numFmtId")),
      unescapeXml(attribute(attributes, "formatCode") ?? ""),
    ]),
  );
  const formats = items("cellXfs", "xf").map(({ attributes, content }): CellFormat => {
    const [code, font, border, fill] = ["numFmtId", "fontId", "borderId", "fillId"].map((name) =>
      Number(attribute(attributes, name) ?? 0),
    ) as [number, number, number, number];
    return {
      fontSize: fonts[font]?.size ?? plainFormat.fontSize,
      isVisible: borders[border] || fills[fill] || false,
      wraps: /wrapText="(1|true)"|horizontal="(justify|distributed)"/.test(content),
      formatCode: formatCode(code, codes.get(code)),
      adapts: /shrinkToFit="(1|true)"|textRotation="[1-9]/.test(content),
      isBold: fonts[font]?.isBold ?? false,
      alignment: alignments[/\bhorizontal="(\w+)"/.exec(content)?.[1] ?? ""] ?? "left",
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
