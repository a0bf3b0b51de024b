import { ConvertError } from "../converter.ts";
import { zipBytes } from "../sheet/zip-writer.ts";
import { byteText } from "../xml/byte-text.ts";
import { applyEdits, changedTag, nameBeside, startTag, type XmlEdit } from "../xml/xml-edits.ts";
import { type XmlElement, xmlEvents } from "../xml/xml-events.ts";
import { hasCode } from "./macros/source-code.ts";
import { guardFault } from "./package.ts";
import { xmlGuard } from "./xml-guard.ts";

/** An OpenDocument file as a package, made of one that is a single XML document (ODF 1.3-2, 3.1.2). */
export interface PackedDocument {
  container: Buffer;
  hasMacros: boolean;
}

/** The parts of a package, and the elements of a flat document that belong into each. */
const parts = {
  content: ["font-face-decls", "automatic-styles", "body"],
  styles: ["font-face-decls", "styles", "automatic-styles", "master-styles"],
  meta: ["meta"],
  settings: ["settings"],
};
const partNames = Object.keys(parts) as (keyof typeof parts)[];

const manifestSpace = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0";
/** The prefix of the links to objects, which a document without links need not declare. */
const linkSpace = { "xmlns:xlink": "http://www.w3.org/1999/xlink" };
const formulaType = "application/vnd.oasis.opendocument.formula";
/** More charts and formulas than this, or deeper ones, are in no genuine document. */
const mostObjects = 1_000;
const deepestObject = 4;

/**
 * Makes a package of a flat OpenDocument file, so that it is checked and prepared like any other. Charts and formulas
 * become packages inside it; pictures stay inside its content, where LibreOffice finds them. Scripts are left out.
 * @throws ConvertError damaged, too-large
 */
export async function packFlatDocument(bytes: Buffer): Promise<PackedDocument> {
  const utf8 = inUtf8(bytes);
  const guard = xmlGuard();
  guard.feed(utf8);
  const fault = guard.fault();
  if (fault !== undefined) throw guardFault(fault);
  if (!guard.isWellFormed()) throw new ConvertError("damaged");

  const xml = byteText(utf8);
  const declaration = /^(?:\xef\xbb\xbf)?\s*(<\?xml[^>]*\?>)/.exec(xml)?.[1] ?? '<?xml version="1.0"?>';
  const packed = {
    declaration,
    parts: [] as [name: string, content: Buffer][],
    types: [] as [path: string, type: string][],
  };
  const { type, source } = pack(xml, "", packed, linkSpace, 0);
  const entries = packed.types.map(
    ([path, media]) => `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${media}"/>`,
  );
  const container = await zipBytes([
    ["mimetype", type],
    ...packed.parts,
    [
      "META-INF/manifest.xml",
      `<manifest:manifest xmlns:manifest="${manifestSpace}">${entries.join("")}</manifest:manifest>`,
    ],
  ]);
  return { container, hasMacros: hasCode(source) };
}

interface Packed {
  declaration: string;
  parts: [name: string, content: Buffer][];
  /** Media types by path, for the manifest. */
  types: [path: string, type: string][];
}

/**
 * Adds a document, and the objects in it, to a package.
 * @param folder empty, or the folder of an object, with "/" at its end
 * @param outer namespace declarations of the documents around it
 */
function pack(xml: string, folder: string, packed: Packed, outer: Record<string, string>, depth: number) {
  const { root, inside, objects, source } = readDocument(xml);
  const spaces = { ...outer, ...declarations(root) };
  const edits: XmlEdit[] = [];
  for (const { shown, document, end } of objects) {
    const name = `Object ${packed.types.length + 1}`;
    if (packed.types.length > mostObjects || depth >= deepestObject) throw new ConvertError("damaged");
    const inner = xml.slice(document.from, document.to);
    const path = `${folder}${name}/`;
    if (document.element.name === "office:document") pack(inner, path, packed, spaces, depth + 1);
    else addPart(packed, `${path}content.xml`, withDeclarations(inner, document.element, spaces), path, formulaType);
    edits.push({
      from: shown.from,
      to: end,
      text: changedTag(shown, { "xlink:href": `./${name}` }, { isEmpty: true }),
    });
  }
  const type = (root.attributes["office:mimetype"] ?? "").replaceAll(/[^\w.+/-]/g, "");
  for (const name of partNames) {
    const elements = parts[name].flatMap((local) => inside.get(local) ?? []);
    if (elements.length === 0) continue;
    const own = nameBeside(root, `document-${name}`);
    const attributes = { ...spaces, ...ownAttributes(root) };
    const content = elements.map((piece) =>
      applyEdits(
        xml,
        edits.filter(({ from }) => from >= piece.from && from < piece.to),
        piece,
      ),
    );
    addPart(
      packed,
      `${folder}${name}.xml`,
      `${startTag(own, Object.entries(attributes), false)}${content.join("")}</${own}>`,
    );
  }
  packed.types.push([folder === "" ? "/" : folder, type]);
  return { type, source };
}

function addPart(
  { declaration, parts: all, types }: Packed,
  name: string,
  content: string,
  folder?: string,
  type = "",
): void {
  all.push([name, Buffer.from(declaration + content, "latin1")]);
  types.push([name, "text/xml"]);
  if (folder !== undefined) types.push([folder, type]);
}

const ownAttributes = ({ tag }: XmlElement): Record<string, string> =>
  Object.fromEntries(Object.values(tag.attributes).map(({ name, value }) => [name, value]));

/** Namespace declarations of an element, as attributes. */
const declarations = (element: XmlElement): Record<string, string> =>
  Object.fromEntries(Object.entries(ownAttributes(element)).filter(([name]) => /^xmlns(?::|$)/.test(name)));

/** Writes an element with the namespace declarations of the elements around it. */
function withDeclarations(xml: string, { tag, from, to, isEmpty }: XmlElement, spaces: Record<string, string>): string {
  const attributes = { ...spaces, ...ownAttributes({ tag } as XmlElement) };
  return startTag(tag.name, Object.entries(attributes), isEmpty) + xml.slice(to - from);
}

interface Piece {
  from: number;
  to: number;
}

interface FlatObject {
  /** The element that shows the object, and where it ends. */
  shown: XmlElement;
  end: number;
  document: Piece & { element: XmlElement };
}

interface FlatDocument {
  root: XmlElement;
  /** Its elements, by name. */
  inside: Map<string, Piece>;
  /** Charts and formulas that are documents of their own; not those in other objects. */
  objects: FlatObject[];
  /** The source of its macros. */
  source: string;
}

function readDocument(xml: string): FlatDocument {
  const open: XmlElement[] = [];
  const inside: FlatDocument["inside"] = new Map();
  const objects: FlatObject[] = [];
  let root: XmlElement | undefined;
  let source = "";
  /** The object being read, and the depth of the element that shows it. */
  let object: { depth: number; document?: FlatObject["document"] } | undefined;
  for (const event of xmlEvents(xml)) {
    if (event.kind === "fault") throw new ConvertError("damaged");
    if (event.kind === "text") {
      if (open.at(-1)?.local === "source-code") source += event.text;
      continue;
    }
    const { element } = event;
    if (event.kind === "open") {
      root ??= element;
      open.push(element);
      if (element.name === "draw:object") object ??= { depth: open.length };
      continue;
    }
    const piece = { from: element.from, to: event.to };
    if (object && open.length === object.depth + 1 && isDocument(element)) object.document = { ...piece, element };
    if (object && open.length === object.depth) {
      if (object.document) objects.push({ shown: element, end: event.to, document: object.document });
      object = undefined;
    }
    open.pop();
    if (open.length === 1 && !inside.has(element.local)) inside.set(element.local, piece);
  }
  if (root?.name !== "office:document" || !inside.has("body")) throw new ConvertError("damaged");
  return { root, inside, objects, source };
}

const isDocument = ({ name }: XmlElement) => name === "office:document" || name === "math:math";

/** Changes UTF-16 to UTF-8. Other encodings stay, with their declaration. */
function inUtf8(bytes: Buffer): Buffer {
  const [first, second] = bytes;
  const encoding = first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "";
  if (encoding === "") return bytes;
  return Buffer.from(new TextDecoder(encoding).decode(bytes).replace(/^\s*<\?xml[^>]*\?>/, ""));
}
