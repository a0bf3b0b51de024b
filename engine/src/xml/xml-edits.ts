import { firstElement, usualName, type XmlElement } from "./xml-events.ts";

/** Replaces the characters from `from` to `to` (exclusive) by `text`. */
export interface XmlEdit {
  from: number;
  to: number;
  text: string;
}

/**
 * @param edits in any order; an edit that begins within another is ignored
 * @param piece the piece of the text to return; the edits are within it
 */
export function applyEdits(xml: string, edits: XmlEdit[], piece = { from: 0, to: xml.length }): string {
  const pieces: string[] = [];
  let at = piece.from;
  for (const { from, to, text } of edits.toSorted((one, other) => one.from - other.from)) {
    if (from < at) continue;
    pieces.push(xml.slice(at, from), text);
    at = to;
  }
  return pieces.join("") + xml.slice(at, piece.to);
}

/**
 * Adds an empty element in front of the other children of a part's root.
 * @param root its name; the part stays as it is where it has none
 */
export function withFirstChild(xml: string, root: string, name: string, attributes: AttributeChanges): string {
  const element = firstElement(xml, root);
  if (!element) return xml;
  const child = startTag(nameBeside(element, name), Object.entries(attributes), true);
  const opened = element.isEmpty
    ? `${changedTag(element, {}, { isEmpty: false })}${child}</${element.tag.name}>`
    : xml.slice(element.from, element.to) + child;
  return applyEdits(xml, [{ ...element, text: opened }]);
}

/** Names as written, with their prefixes. An attribute without value is left out. */
type WrittenAttributes = Iterable<readonly [name: string, value: string | undefined]>;

export const startTag = (name: string, attributes: WrittenAttributes, isEmpty: boolean): string =>
  `<${name}${attributesText(attributes)}${isEmpty ? "/" : ""}>`;

/** Writes attributes, each with a space before it. */
export const attributesText = (attributes: WrittenAttributes): string =>
  [...attributes].map(([name, value]) => (value === undefined ? "" : ` ${name}="${escapeAttribute(value)}"`)).join("");

/** New values of attributes, by names as in `attributes` of an element; an attribute without value is removed. */
export type AttributeChanges = Record<string, string | undefined>;

/** Writes the start tag of an element with other attributes, and possibly another name. */
export function changedTag(
  element: XmlElement,
  changes: AttributeChanges,
  { name = element.tag.name, isEmpty = element.isEmpty } = {},
): string {
  const stated = Object.values(element.tag.attributes).map((one) => {
    const usual = usualName(one);
    return [one.name, Object.hasOwn(changes, usual) ? changes[usual] : one.value] as const;
  });
  const added = Object.entries(changes).filter(([key]) => !(key in element.attributes));
  return startTag(name, [...stated, ...added], isEmpty);
}

/** A name with the prefix that an element has in the text. */
export const nameBeside = ({ tag }: XmlElement, local: string) => (tag.prefix ? `${tag.prefix}:${local}` : local);

export const escapeText = (text: string): string => text.replaceAll(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Writes line ends and tabs as references, because parsers read literal ones as spaces. */
const escapeAttribute = (value: string): string =>
  value.replaceAll(/[&<"\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
