import { openArchive } from "../detect/archive.ts";
import { attribute } from "../detect/package.ts";
import { editPackage } from "../office/package-edits.ts";
import { removeMacros } from "../office/without-macros.ts";
import { withUsualTags } from "../xml/usual-tags.ts";
import { childOf, readTree } from "../xml/xml-tree.ts";
import { partText } from "./workbook-parts.ts";

/** Programs that store computed results; the values that others store may be placeholders. */
const computing = /LibreOffice|OpenOffice|Collabora|MicrosoftOffice/;

/**
 * Replaces the formulas of an OpenDocument workbook by their stored results, as `replaceFormulas` does in Office Open
 * XML: LibreOffice would compute results that depend on the day again when it saves the workbook as XLSX. Objects of
 * other programs, which LibreOffice would leave out, are replaced by their stored pictures. Both are found with
 * regular expressions because the XML parser is slower for many cells (see `measureWorksheet`). Macros are removed.
 * @param outPath written only when something was replaced
 * @returns whether something was replaced
 */
export async function replaceWithStored(path: string, outPath: string): Promise<boolean> {
  const archive = await openArchive(path);
  try {
    const edits = editPackage(archive);
    await removeMacros(archive.names, edits);
    const meta = await partText(archive, "meta.xml");
    const generator = childOf(childOf(readTree(meta), "meta"), "generator")?.inner;
    const computes = generator !== undefined && computing.test(meta.slice(generator.from, generator.to));
    const hasPictures = archive.names.some((name) => name.startsWith("ObjectReplacements/"));
    if (computes || hasPictures) {
      const xml = withUsualTags(await edits.read("content.xml"));
      const pictured = hasPictures ? replaceObjectsByPictures(xml, archive.has) : xml;
      edits.write("content.xml", computes ? replaceOdsFormulas(pictured) : pictured);
    }
    return await edits.save(outPath);
  } finally {
    archive.close();
  }
}

/** An object of another program followed by its picture (ODF 1.3-3, 10.4.6.2). */
const objectWithPicture =
  /<draw:object-ole\b[^<>]*(?:\/>|>[^<]*<\/draw:object-ole>)(?=\s*<draw:image\b[^<>]*\sxlink:href="(?:\.\/)?([^"]*)")/g;

/** @param xml `content.xml`, one character for each byte. @param has whether the file holds a part */
export const replaceObjectsByPictures = (xml: string, has: (part: string) => boolean) =>
  xml.replaceAll(objectWithPicture, (whole, picture: string) => (has(picture) ? "" : whole));

/** The start tag of a cell; the beginning of its text follows as a group. */
const cell = /<table:table-cell\b(?:[^<>"']|"[^"<]*"|'[^'<]*')*>(?=(?:<text:p\b[^<>]*>([^<]*))?)/g;
/** The attributes of a formula: its text, and the cells of an array formula (ODF 1.3-3, 19.642 and 19.675). */
const formula = /\stable:(?:formula|number-matrix-(?:columns|rows)-spanned)=(?:"[^"]*"|'[^']*')/g;

/** @param xml `content.xml`, one character for each byte */
export function replaceOdsFormulas(xml: string): string {
  return xml.replaceAll(cell, (start, text: string | undefined) =>
    start.includes("table:formula") && hasStoredResult(start, text ?? "") ? start.replaceAll(formula, "") : start,
  );
}

/** The attribute that holds each type of value (ODF 1.3-3, 19.389). A text may be in the cell's paragraphs instead. */
const places: Record<string, string> = {
  float: "office:value",
  percentage: "office:value",
  currency: "office:value",
  date: "office:date-value",
  time: "office:time-value",
  boolean: "office:boolean-value",
  string: "office:string-value",
};

/** An error as cells show it, in any language: "#DIV/0!" or "Err:502". */
const error = /^(?:#|\S+:\s?5\d\d$)/;

/** An error keeps its formula, since it is stored as an empty text or as 0 and only displayed as an error. */
function hasStoredResult(start: string, text: string): boolean {
  if (attribute(start, "calcext:value-type") === "error" || error.test(text)) return false;
  const place = places[attribute(start, "office:value-type") ?? ""];
  return place !== undefined && (attribute(start, place) ?? "") !== "";
}
