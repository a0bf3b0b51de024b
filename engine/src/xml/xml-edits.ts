import type { XmlElement } from "./xml-events.ts";

/** Replaces the characters from `from` to `to` (exclusive) by `text`. */
export interface XmlEdit {
  from: number;
  to: number;
  text: string;
}

/** @param edits in any order; an edit that begins within another is ignored */
export function applyEdits(xml: string, edits: XmlEdit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { from, to, text } of edits.toSorted((one, other) => one.from - other.from)) {
    if (from < at) continue;
    pieces.push(xml.slice(at, from), text);
    at = to;
  }
  return pieces.join("") + xml.slice(at);
}

/**
 * Writes a start tag with other attributes.
 * @param attributes names as written, with their prefixes
 */
export function startTag(
  { tag, isEmpty }: XmlElement,
  attributes: Iterable<readonly [name: string, value: string]>,
): string {
  const written = [...attributes].map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`);
  return `<${tag.name}${written.join("")}${isEmpty ? "/" : ""}>`;
}

export const escapeText = (text: string): string => text.replaceAll(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Writes line ends and tabs as references, because parsers read literal ones as spaces. */
const escapeAttribute = (value: string): string =>
  value.replaceAll(/[&<"\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
