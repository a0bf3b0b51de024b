import { contentTypesPart } from "../detect/relationships.ts";
import { type Parts, writeZip } from "./zip-writer.ts";

export const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const officeRelationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packageFormats = "http://schemas.openxmlformats.org/package/2006";
export const contentTypePrefix = "application/vnd.openxmlformats-officedocument";

/**
 * Writes an Office Open XML package with its content types and relationships.
 * @param main folder and name of the main part, and the two words of its content type
 * @param references further parts in its folder, with their relationship type
 */
export function writeOfficePackage(
  path: string,
  { folder, name, format, kind }: { folder: string; name: string; format: string; kind: string },
  references: [kind: string, path: string][],
  parts: Parts,
): Promise<void> {
  const types = [[`${kind}.main`, name], ...references].map(
    ([type, target]) =>
      `<Override PartName="/${folder}/${target}" ContentType="${contentTypePrefix}.${format}.${type}+xml"/>`,
  );
  return writeZip(path, [
    [
      contentTypesPart,
      `${declaration}<Types xmlns="${packageFormats}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${types.join("")}</Types>`,
    ],
    ["_rels/.rels", relationships([["officeDocument", `${folder}/${name}`]])],
    [`${folder}/_rels/${name}.rels`, relationships(references)],
    ...parts,
  ]);
}

const relationships = (entries: [type: string, target: string][]) => {
  const items = entries.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${officeRelationships}/${type}" Target="${target}"/>`,
  );
  return `${declaration}<Relationships xmlns="${packageFormats}/relationships">${items.join("")}</Relationships>`;
};
