import { posix } from "node:path";
import { ConvertError } from "../converter.ts";
import { elementsNamed, nestedTooDeep } from "../xml/xml-events.ts";
import type { Archive } from "./archive.ts";
import { foreignContainer } from "./foreign.ts";
import { type ContentTypes, openDocumentHasMacros, packageHasMacros } from "./macros/package-macros.ts";
import { contentTypesPart, type Relationship, relationshipsIn } from "./relationships.ts";
import { type XmlFault, xmlGuard } from "./xml-guard.ts";

/** The kind of an accepted office container. */
export type PackageKind =
  | { kind: "office"; format: "docx" | "odt" | "pptx" | "odp" }
  | { kind: "workbook"; format: "xlsx" | "xlsb" | "ods" };

export interface FoundPackage {
  found: PackageKind;
  /** Whether its content is encrypted; OpenDocument encrypts part by part. */
  encrypted: boolean;
  hasMacros: boolean;
}

/**
 * Main parts of Office Open XML by content type (ECMA-376-1, part descriptions; [MS-OFFMACRO2] 2.2; [MS-XLSB] 2.1.7).
 * Templates, slide shows and types for macros are printed like documents.
 */
const ooxmlMainParts: [RegExp, PackageKind][] = [
  [
    /(wordprocessingml\.(document|template)|ms-word\.(document|template)\.macroenabled(template)?)\.main\+xml$/i,
    { kind: "office", format: "docx" },
  ],
  [
    /(spreadsheetml\.(sheet|template)|ms-excel\.(sheet|template)\.macroenabled)\.main\+xml$/i,
    { kind: "workbook", format: "xlsx" },
  ],
  [/ms-excel\.sheet\.binary\.macroenabled\.main$/i, { kind: "workbook", format: "xlsb" }],
  [
    /(presentationml|ms-powerpoint)\.(presentation|template|slideshow)(\.macroenabled)?\.main\+xml$/i,
    { kind: "office", format: "pptx" },
  ],
];

/**
 * Content types of parts that are printed. Of a part that is not well-formed, LibreOffice prints only the content
 * before the fault, or nothing.
 */
const printedTypes =
  /(ml\.(worksheet|chartsheet|sharedStrings|slide)|spreadsheetml\.styles|wordprocessingml\.(header|footer)|\.main)\+xml$/i;

const odfTypes: [RegExp, PackageKind][] = [
  [/^application\/vnd\.oasis\.opendocument\.text(-template|-master)?$/, { kind: "office", format: "odt" }],
  [/^application\/vnd\.oasis\.opendocument\.spreadsheet(-template)?$/, { kind: "workbook", format: "ods" }],
  [/^application\/vnd\.oasis\.opendocument\.presentation(-template)?$/, { kind: "office", format: "odp" }],
];

/** @throws ConvertError unsupported (a plain zip), damaged (a document type in XML), too-large (XML nested too deep) */
export async function packageKind(archive: Archive): Promise<FoundPackage> {
  return archive.has(contentTypesPart) ? ooxmlKind(archive) : odfKind(archive);
}

async function ooxmlKind(archive: Archive): Promise<FoundPackage> {
  const types = await contentTypes(archive);
  for (const name of archive.names) {
    const guarded = await guardPart(archive, name, "forbidden");
    if (!guarded.isWellFormed && printedTypes.test(types(name))) throw new ConvertError("damaged");
  }
  const part = await mainPart(archive);
  if (part === undefined) {
    // Content types of another program (XPS, a drawing), or an office file whose first relationship is missing.
    const wasOffice = archive.names.some((name) => ooxmlMainParts.some(([pattern]) => pattern.test(types(name))));
    throw new ConvertError(wasOffice ? "damaged" : "unsupported");
  }
  const main = types(part);
  const found = ooxmlMainParts.find(([pattern]) => pattern.test(main));
  if (!found) throw new ConvertError("unsupported");
  const related = (await relationshipsOf(archive, part)).map(({ type, target }) => ({
    type,
    part: posix.join(posix.dirname(part), target),
  }));
  return { found: found[1], encrypted: false, hasMacros: await packageHasMacros(archive, types, related) };
}

/** Returns a lookup of a part's content type (ECMA-376-2, 10.1.2): its own, else that of its extension. */
async function contentTypes(archive: Archive): Promise<ContentTypes> {
  const xml = (await archive.read(contentTypesPart))?.toString("utf8") ?? "";
  const own = new Map<string, string>();
  const byExtension = new Map<string, string>();
  for (const { local, attributes } of elementsNamed(xml, ["Default", "Override"])) {
    const { ContentType = "", PartName = "", Extension = "" } = attributes;
    if (local === "Override") own.set(PartName.replace(/^\//, "").toLowerCase(), ContentType);
    else byExtension.set(Extension.toLowerCase(), ContentType);
  }
  return (part) => {
    const name = part.toLowerCase();
    return own.get(name) ?? byExtension.get(name.slice(name.lastIndexOf(".") + 1)) ?? "";
  };
}

/** Returns the name of the document's main part, from the package's relationships. */
async function mainPart(archive: Archive): Promise<string | undefined> {
  const found = (await relationshipsOf(archive, "")).find(({ type }) => type.endsWith("/officeDocument"));
  return found?.target.replace(/^\.?\//, "");
}

/** @param part empty for the package itself */
async function relationshipsOf(archive: Archive, part: string): Promise<Relationship[]> {
  const { dir, base } = posix.parse(part);
  return relationshipsIn((await archive.read(posix.join(dir, "_rels", `${base}.rels`)))?.toString("utf8") ?? "");
}

export function attribute(attributes: string, name: string): string | undefined {
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  return match?.[1] ?? match?.[2];
}

async function odfKind(archive: Archive): Promise<FoundPackage> {
  const manifest = (await archive.read("META-INF/manifest.xml"))?.toString("utf8") ?? "";
  const stated = (await archive.read("mimetype"))?.toString("latin1").trim();
  const listed = [...elementsNamed(manifest, ["file-entry", "encryption-data"], { allowsDocumentType: true })];
  const whole = listed.find(({ attributes }) => attributes["manifest:full-path"] === "/");
  const type = stated ?? whole?.attributes["manifest:media-type"];
  const found = odfTypes.find(([pattern]) => pattern.test(type ?? ""));
  if (!found) {
    throw archive.names.length === 0 ? new ConvertError("damaged") : foreignContainer(type);
  }
  const encrypted = listed.some(({ local }) => local === "encryption-data");
  if (!encrypted && !archive.has("content.xml")) throw new ConvertError("damaged");
  for (const name of archive.names) {
    // OpenOffice writes a document type without entity declarations in its manifest and its macro libraries.
    const housekeeping = /^(META-INF|Basic|Dialogs|Scripts|Configurations2)\//i.test(name);
    if (!encrypted && !housekeeping) await guardPart(archive, name, "forbidden");
    else if (housekeeping) await guardPart(archive, name, "allowed");
  }
  return { found: found[1], encrypted, hasMacros: await openDocumentHasMacros(archive, encrypted) };
}

/** Returns the refusal of markup with a fault. */
export const guardFault = (fault: XmlFault): ConvertError => faults[fault]();

const faults: Record<XmlFault, () => ConvertError> = {
  doctype: () => new ConvertError("damaged"),
  encoding: () => new ConvertError("damaged"),
  "too-deep": nestedTooDeep,
};

/** Reads a part to its end, which verifies its size and checksum, and checks its markup if it is XML. */
async function guardPart(
  archive: Archive,
  name: string,
  documentType: "allowed" | "forbidden",
): Promise<{ isWellFormed: boolean }> {
  const isXml = /\.(xml|rels|vml)$/i.test(name) || name.toLowerCase() === "[content_types].xml";
  const guard = xmlGuard();
  for await (const piece of archive.pieces(name)) {
    if (!isXml) continue;
    guard.feed(piece);
    if (documentType === "allowed" && piece.includes("<!ENTITY")) throw new ConvertError("damaged");
  }
  const fault = guard.fault();
  if (fault !== undefined && !(fault === "doctype" && documentType === "allowed")) throw guardFault(fault);
  return { isWellFormed: !isXml || guard.isWellFormed() };
}
