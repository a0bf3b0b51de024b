import { type Archive, openArchive } from "../detect/archive.ts";
import { attribute } from "../detect/package.ts";
import { partText } from "./workbook-parts.ts";
import { type PartContent, writeZip } from "./zip-writer.ts";

/** Programs that compute what they store; what others leave in a cell may be a placeholder. */
const computing = /<meta:generator>[^<]*(?:LibreOffice|OpenOffice|Collabora|MicrosoftOffice)/;

/**
 * Puts in place of the formulas of an OpenDocument workbook the results that are stored with them, as `replaceFormulas` does in Office
 * Open XML: LibreOffice, which saves it as that, would compute those anew that depend on the day. Objects of other programs, which it
 * would leave out, become the pictures that are stored with them.
 * @param outPath written only when there was such a formula or object
 * @returns whether there was one
 */
export async function replaceWithStored(path: string, outPath: string): Promise<boolean> {
  const archive = await openArchive(path);
  try {
    const computes = computing.test(await partText(archive, "meta.xml"));
    const hasPictures = archive.names.some((name) => name.startsWith("ObjectReplacements/"));
    if (!computes && !hasPictures) return false;
    const xml = await partText(archive, "content.xml");
    const pictured = hasPictures ? replaceObjectsByPictures(xml, archive.has) : xml;
    const replaced = computes ? replaceOdsFormulas(pictured) : pictured;
    if (replaced === xml) return false;
    await writeZip(outPath, contentsWith(archive, Buffer.from(replaced, "latin1")));
    return true;
  } finally {
    archive.close();
  }
}

const contentsWith = (archive: Archive, content: Buffer) =>
  archive.names.map((name): [string, PartContent] => [name, name === "content.xml" ? content : archive.pieces(name)]);

/** An object of another program and the picture behind it, both by their places (ODF 1.3-3, 10.4.6.2). */
const objectWithPicture =
  /<draw:object-ole\b[^<>]*(?:\/>|>[^<]*<\/draw:object-ole>)(?=\s*<draw:image\b[^<>]*\sxlink:href="(?:\.\/)?([^"]*)")/g;

/** @param xml the cells of a workbook, one character for each byte. @param has whether the file holds a part */
export const replaceObjectsByPictures = (xml: string, has: (part: string) => boolean) =>
  xml.replaceAll(objectWithPicture, (whole, picture: string) => (has(picture) ? "" : whole));

/** With the beginning of its text behind it. */
const cell = /<table:table-cell\b(?:[^<>"']|"[^"<]*"|'[^'<]*')*>(?=(?:<text:p\b[^<>]*>([^<]*))?)/g;
/** Where it is stated, and over how many cells it goes on (ODF 1.3-3, 19.642 and 19.675). */
const formula = /\stable:(?:formula|number-matrix-(?:columns|rows)-spanned)=(?:"[^"]*"|'[^']*')/g;

/** @param xml the cells of a workbook, one character for each byte */
export function replaceOdsFormulas(xml: string): string {
  return xml.replaceAll(cell, (start, text: string | undefined) =>
    start.includes("table:formula") && hasStoredResult(start, text ?? "") ? start.replaceAll(formula, "") : start,
  );
}

/** Where each kind of value stands (ODF 1.3-3, 19.389); a text may also be the cell's own. */
const places: Record<string, string> = {
  float: "office:value",
  percentage: "office:value",
  currency: "office:value",
  date: "office:date-value",
  time: "office:time-value",
  boolean: "office:boolean-value",
  string: "office:string-value",
};

/** As shown in cells, "#DIV/0!" or "Err:502", in whatever language. */
const error = /^(?:#|\S+:\s?5\d\d$)/;

/** An error is stored as an empty text or as 0, and only shown as what it is: its formula stays. */
function hasStoredResult(start: string, text: string): boolean {
  if (attribute(start, "calcext:value-type") === "error" || error.test(text)) return false;
  const place = places[attribute(start, "office:value-type") ?? ""];
  return place !== undefined && (attribute(start, place) ?? "") !== "";
}
