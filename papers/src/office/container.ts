import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const relationTypes = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

export interface Part {
  /** Path in the container, such as "word/document.xml". */
  path: string;
  /** Its content type; relationships parts have none. */
  type?: string;
  /** Markup without the XML declaration. */
  xml: string;
}

/** Writes an Office Open XML file (ECMA-376, part 2). The same parts give the same bytes. */
export async function containerOf(parts: Part[]): Promise<Uint8Array> {
  const overrides = parts
    .map(({ path, type }) => (type ? `<Override PartName="/${path}" ContentType="${type}"/>` : ""))
    .join("");
  const types = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides}</Types>`;
  const zip = new ZipFile();
  for (const { path, xml } of [{ path: "[Content_Types].xml", xml: types }, ...parts]) {
    zip.addBuffer(Buffer.from(declaration + xml), path, {
      mtime: new Date(Date.UTC(2020, 0, 1)),
      forceDosTimestamp: true,
    });
  }
  zip.end();
  return buffer(zip.outputStream as Readable);
}

/**
 * Makes a relationships part.
 * @param of the part to which the relationships belong; empty for those of the package
 */
export function relationsPart(of: string, relations: readonly (readonly [type: string, target: string])[]): Part {
  const folder = of.includes("/") ? of.slice(0, of.lastIndexOf("/") + 1) : "";
  const entries = relations.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${relationTypes}/${type}" Target="${target}"/>`,
  );
  return {
    path: `${folder}_rels/${of.slice(folder.length)}.rels`,
    xml: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries.join("")}</Relationships>`,
  };
}
