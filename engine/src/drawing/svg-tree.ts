import { SaxesParser, type SaxesTagNS } from "saxes";
import { ConvertError } from "../converter.ts";
import { xmlEncoding } from "../xml/xml-root.ts";

/** An element of SVG; those of other namespaces are not in the tree. */
export interface SvgElement {
  /** Without prefix. */
  name: string;
  /** Of no namespace by their names, and those of XLink and XML as "xlink:href" and "xml:space". */
  attributes: Map<string, string>;
  children: (SvgElement | string)[];
}

/** Large drawings, such as plans and maps, have some ten thousand elements. */
const maxElements = 300_000;
/** LibreOffice's importer is recursive. */
const maxDepth = 200;
const svgNamespace = "http://www.w3.org/2000/svg";
const prefixes: Record<string, string> = {
  "http://www.w3.org/1999/xlink": "xlink:",
  "http://www.w3.org/XML/1998/namespace": "xml:",
};

/**
 * Reads a drawing. Entities that a drawing program declares for its namespaces are replaced once and never nested.
 * @throws ConvertError damaged, unsupported (other entities), too-large
 */
export function readSvg(bytes: Buffer): SvgElement {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const open: (SvgElement | null)[] = [];
  /** The outermost open element for HTML, which receives the text of the HTML. */
  let foreign: SvgElement | undefined;
  let root: SvgElement | undefined;
  let elements = 0;

  parser.on("doctype", (declaration) => {
    for (const [name, value] of entitiesIn(declaration)) parser.ENTITIES[name] = value;
  });
  parser.on("opentag", (tag) => {
    if (++elements > maxElements) throw tooLarge(`more than ${maxElements.toLocaleString("en-GB")} elements`);
    if (open.length >= maxDepth) throw tooLarge(`elements nested more than ${maxDepth} deep`);
    const parent = open.at(-1);
    const element = parent === null || !isSvg(tag) ? null : elementOf(tag);
    if (element && parent) parent.children.push(element);
    if (element && !parent) root ??= element;
    if (element?.name === "foreignObject") foreign ??= element;
    open.push(element);
  });
  parser.on("closetag", () => {
    if (open.pop() === foreign) foreign = undefined;
  });
  for (const kind of ["text", "cdata"] as const) {
    parser.on(kind, (text) => void (open.at(-1) ?? foreign)?.children.push(text));
  }
  parser.on("error", (error) => {
    if (!error.message.includes("unbound namespace prefix"))
      throw new ConvertError("damaged", undefined, { cause: error });
  });
  parser.write(textOf(bytes)).close();
  if (root?.name !== "svg") throw new ConvertError("damaged");
  return root;
}

export const tooLarge = (what: string) =>
  new ConvertError("too-large", `is a drawing with ${what}. Save it as PDF or PNG and replace it.`);

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder(xmlEncoding(bytes)).decode(bytes);
  } catch (error) {
    throw new ConvertError("damaged", undefined, { cause: error });
  }
}

/** Drawings without a namespace are accepted, too: LibreOffice's other readers show them. */
const isSvg = ({ uri }: SaxesTagNS) => uri === svgNamespace || uri === "";

function elementOf(tag: SaxesTagNS): SvgElement {
  const attributes = new Map<string, string>();
  for (const { uri, local, name, value } of Object.values(tag.attributes)) {
    const prefix = name === local ? "" : Object.hasOwn(prefixes, uri) ? prefixes[uri] : undefined;
    if (prefix !== undefined && local !== "xmlns") attributes.set(prefix + local, value);
  }
  return { name: tag.local, attributes, children: [] };
}

const maxEntities = 100;
const maxEntityLength = 1_000;

/**
 * Returns the entities that a document type declares. Illustrator declares the addresses of its namespaces.
 * @throws ConvertError unsupported for entities with references, of files, or too many
 */
function entitiesIn(declaration: string): [name: string, value: string][] {
  const count = declaration.split("<!ENTITY").length - 1;
  if (count === 0) return [];
  const plain = [...declaration.matchAll(/<!ENTITY\s+([\w.-]+)\s+(?:"([^"&%<]*)"|'([^'&%<]*)')\s*>/g)];
  const found = plain.map(([, name = "", double, single]): [string, string] => [name, double ?? single ?? ""]);
  if (count > maxEntities || found.length !== count || found.some(([, value]) => value.length > maxEntityLength)) {
    throw new ConvertError(
      "unsupported",
      "is an SVG drawing that declares entities. Save it as PDF or PNG and replace it.",
    );
  }
  return found;
}
