import { hideRtfPaths } from "./path-fields.ts";
import { hideBrokenReferences } from "./rtf-references.ts";

/**
 * A document without this machine's folders and references to bookmarks that are gone, and with a body under its
 * header.
 * @param bytes may be changed in place
 * @returns undefined where nothing is to be changed
 */
export function prepareRtf(bytes: Buffer): Buffer | undefined {
  const isChanged = [hideRtfPaths(bytes), hideBrokenReferences(bytes)].includes(true);
  const whole = withParagraph(bytes);
  return isChanged || whole !== bytes ? whole : undefined;
}

const headerOrFooter = /\{\s*\\(?:header|footer)[lrf]?(?![a-z])/g;
/** Markup that shows nothing by itself. */
const invisible = /\\(?!(?:par|sect|page|cell|row|line|tab|pict)(?![a-z]))[a-z]+-?\d* ?|[{}\s\0]/g;

/**
 * LibreOffice prints no header and no footer of a document whose body has not even an empty paragraph.
 * @returns the document with one where nothing follows its last header or footer, else the bytes themselves
 */
export function withParagraph(bytes: Buffer): Buffer {
  if (!bytes.includes("\\header") && !bytes.includes("\\footer")) return bytes;
  const text = bytes.toString("latin1");
  const last = [...text.matchAll(headerOrFooter)].at(-1);
  const end = text.lastIndexOf("}");
  if (!last || text.slice(endOfGroup(text, last.index), end).replaceAll(invisible, "") !== "") return bytes;
  return Buffer.from(`${text.slice(0, end)}\\par${text.slice(end)}`, "latin1");
}

/** Behind the brace that closes the group which begins at `start`. */
function endOfGroup(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === "\\") at++;
    else if (character === "{") depth++;
    else if (character === "}" && --depth === 0) return at + 1;
  }
  return text.length;
}
