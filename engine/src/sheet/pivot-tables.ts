import type { Archive } from "../detect/archive.ts";
import { attribute } from "../detect/package.ts";
import { parseRanges } from "./range-references.ts";
import { partText, type Relationship, relationshipsPart } from "./workbook-parts.ts";
import { hasContent, parseCells } from "./worksheet-cells.ts";

/**
 * Removes the relationships to pivot tables whose cells are stored, so that these cells print as the author saw them.
 * LibreOffice would clear them and compute the table again, with labels of its own and without some of its filters.
 * @param sheet its part and the XML of that part
 * @param relationships of the sheet
 * @returns the part with its relationships, and what is to be written there; undefined where nothing is to be changed,
 * as with tables
 *   whose cells the writing program left empty
 */
export async function detachPivotTables(
  archive: Archive,
  sheet: { part: string; xml: string },
  relationships: Relationship[],
): Promise<[part: string, xml: string] | undefined> {
  const stored = new Set<string | undefined>();
  for (const { id, type, part } of relationships) {
    if (!type.endsWith("/pivotTable")) continue;
    const table = await partText(archive, part);
    const place = attribute(/<(?:\w+:)?location\b([^>]*)>/.exec(table)?.[1] ?? "", "ref");
    if (place !== undefined && hasStoredResult(sheet.xml, place)) stored.add(id);
  }
  if (stored.size === 0) return undefined;
  const part = relationshipsPart(sheet.part);
  const stated = await partText(archive, part);
  const kept = stated.replaceAll(
    /<(?:\w+:)?Relationship\b([^>]*)>(?:\s*<\/(?:\w+:)?Relationship>)?/g,
    (whole, attributes: string) => (stored.has(attribute(attributes, "Id")) ? "" : whole),
  );
  return [part, kept];
}

/** Whether any cell of a range such as "A3:C20" is filled. */
function hasStoredResult(xml: string, place: string): boolean {
  const [{ rows, columns } = {}] = parseRanges(`!${place}`) ?? [];
  if (!rows || !columns) return false;
  for (const { row, column, inner } of parseCells(xml)) {
    const isInside = row >= rows.from && row <= rows.to && column >= columns.from && column <= columns.to;
    if (isInside && hasContent(inner)) return true;
  }
  return false;
}
