import { conversionLimits, MB } from "@sheaf/contracts/limits.ts";
import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from "saxes";
import { ConvertError } from "../converter.ts";
import { usualPrefixes } from "./usual-prefixes.ts";

/**
 * Maximum nesting depth of elements. Hundreds of real files have fewer than 60 levels, and LibreOffice's importers are
 * recursive.
 */
export const maxElementDepth = 1_000;

export const nestedTooDeep = () =>
  new ConvertError(
    "too-large",
    `has parts nested more than ${maxElementDepth.toLocaleString("en-GB")} deep, which is the limit. Save it as PDF and replace it.`,
  );

/** An element by its start tag. */
export class XmlElement {
  /**
   * The name with the usual prefix of its namespace, whatever prefix the document uses: "w:t". As written when the
   * namespace is unknown.
   */
  readonly name: string;
  /** The name without prefix. */
  readonly local: string;
  readonly isEmpty: boolean;
  /** Start of the start tag in the text, and the position after it. */
  readonly from: number;
  readonly to: number;
  /** The parser's own object, with names as written. */
  readonly tag: SaxesTagNS;
  #attributes: Record<string, string> | undefined;

  constructor(tag: SaxesTagNS, from: number, to: number) {
    this.name = usualName(tag);
    this.local = tag.local;
    this.isEmpty = tag.isSelfClosing;
    this.from = from;
    this.to = to;
    this.tag = tag;
  }

  /**
   * Values with their references resolved, by names like the element's own: "w:val", and "Target" where there is no
   * prefix.
   */
  get attributes(): Readonly<Record<string, string | undefined>> {
    if (this.#attributes) return this.#attributes;
    const attributes: Record<string, string> = Object.create(null);
    for (const attribute of Object.values(this.tag.attributes)) attributes[usualName(attribute)] = attribute.value;
    this.#attributes = attributes;
    return attributes;
  }
}

/** The name that a tag or an attribute has with the usual prefix of its namespace. */
export function usualName({ name, prefix, local, uri }: Omit<SaxesAttributeNS, "value">): string {
  const usual = usualPrefixes.get(uri);
  if (usual === undefined || usual === prefix) return name;
  return `${usual}:${local}`;
}

export type XmlEvent =
  | { kind: "open"; element: XmlElement }
  /** `from` and `to` are the end tag's. An empty element closes right after its start tag, with length 0. */
  | { kind: "close"; element: XmlElement; from: number; to: number }
  /** Text or a CDATA section, with references resolved. One text may be divided into several events. */
  | { kind: "text"; text: string }
  /** The last event of a text that is not well-formed: nothing is read after the fault. */
  | { kind: "fault"; message: string };

/** Number of characters parsed at once. Their events are held until they are requested. */
const pieceLength = 65_536;

/**
 * Reads XML from beginning to end, in linear time. Declared entities are never expanded: only the five predefined ones
 * and character references are known.
 * @param xml a document, or a piece of one, whose prefixes need not be declared; a text with one character for each
 * byte of UTF-8 is accepted, too
 * @param options.allowsDocumentType for parts in which OpenOffice writes one, without entity declarations
 * @throws ConvertError damaged (a document type, or one that declares entities where it is allowed), too-large (nested
 * too deep, or too long)
 */
export function* xmlEvents(xml: string, { allowsDocumentType = false } = {}): Generator<XmlEvent, void, undefined> {
  if (xml.length > conversionLimits.unpackedBytes) {
    const limit = conversionLimits.unpackedBytes / MB;
    throw new ConvertError("too-large", `unpacks to more than ${limit} MB. Save it as PDF and replace it.`);
  }
  // A byte order mark of UTF-8 in a text with one character for each byte.
  const start = xml.startsWith("\u00ef\u00bb\u00bf") ? 3 : 0;
  const isDocument = /^\ufeff?<\?xml\s/.test(xml.slice(start, start + 8));
  const parser = new SaxesParser({ xmlns: true, position: false, fragment: !isDocument });
  const open: XmlElement[] = [];
  let events: XmlEvent[] = [];
  let isFaulty = false;
  let isClosed = false;

  parser.on("opentag", (tag) => {
    if (isFaulty) return;
    const to = start + parser.position;
    const element = new XmlElement(tag, xml.lastIndexOf("<", to - 1), to);
    if (open.push(element) > maxElementDepth) throw nestedTooDeep();
    events.push({ kind: "open", element });
  });
  parser.on("closetag", ({ isSelfClosing }) => {
    const element = open.pop();
    isClosed = open.length === 0;
    if (isFaulty || !element) return;
    const to = start + parser.position;
    events.push({ kind: "close", element, from: isSelfClosing ? to : xml.lastIndexOf("<", to - 1), to });
  });
  for (const kind of ["text", "cdata"] as const) {
    parser.on(kind, (text) => {
      if (!isFaulty && text !== "") events.push({ kind: "text", text });
    });
  }
  parser.on("doctype", (declaration) => {
    if (!allowsDocumentType || declaration.includes("<!ENTITY")) throw new ConvertError("damaged");
  });
  parser.on("error", ({ message }) => {
    if (isFaulty || message.includes("unbound namespace prefix")) return;
    isFaulty = true;
    // Some programs write zero bytes after the end, which all readers ignore.
    if (isDocument && isClosed) return;
    events.push({ kind: "fault", message });
  });

  for (let at = start; at < xml.length && !isFaulty; at += pieceLength) {
    parser.write(xml.slice(at, at + pieceLength));
    yield* events;
    events = [];
  }
  if (isFaulty) return;
  parser.close();
  yield* events;
}

/**
 * Yields the start tags of all elements with one of these names, in order, up to a fault.
 * @param locals without prefixes
 */
export function* elementsNamed(xml: string, locals: string[], options?: { allowsDocumentType: boolean }) {
  for (const event of xmlEvents(xml, options)) {
    if (event.kind === "open" && locals.includes(event.element.local)) yield event.element;
  }
}

/** Returns the first element with this name; undefined when there is none before a fault. */
export function firstElement(xml: string, local: string): XmlElement | undefined {
  for (const element of elementsNamed(xml, [local])) return element;
  return undefined;
}
