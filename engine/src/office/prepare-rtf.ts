import { hideRtfPaths } from "./path-fields.ts";
import { hideBrokenReferences } from "./rtf-references.ts";

/**
 * Prepares an RTF document for LibreOffice: removes this machine's folders and references to missing bookmarks, and
 * adds a paragraph to an empty body.
 * @param bytes may be changed in place
 * @returns undefined when nothing needs to be changed
 */
export function prepareRtf(bytes: Buffer): Buffer | undefined {
  const isChanged = [hideRtfPaths(bytes), hideBrokenReferences(bytes)].includes(true);
  const whole = withParagraph(bytes);
  return isChanged || whole !== bytes ? whole : undefined;
}

const headerOrFooter = /\{\s*\\(?:header|footer)[lrf]?(?![a-z])/g;
/** Matches markup that prints nothing by itself. */
const invisible = /\\(?!(?:par|sect|page|cell|row|line|tab|pict)(?![a-z]))[a-z]+-?\d* ?|[{}\s\0]/g;

/**
 * Adds an empty paragraph when nothing follows the last header or footer: LibreOffice prints no header or footer of a
 * document whose body has no paragraph.
 * @returns the changed document, or `bytes` itself
 */
export function withParagraph(bytes: Buffer): Buffer {
  if (!bytes.includes("\\header") && !bytes.includes("\\footer")) return bytes;
  const text = bytes.toString("latin1");
  const last = [...text.matchAll(headerOrFooter)].at(-1);
  const end = text.lastIndexOf("}");
  if (!last || text.slice(endOfGroup(text, last.index), end).replaceAll(invisible, "") !== "") return bytes;
  return Buffer.from(`${text.slice(0, end)}\\par${text.slice(end)}`, "latin1");
}

/** Returns the offset after the brace that closes the group beginning at `start`. */
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
