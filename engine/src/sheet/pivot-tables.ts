import type { Archive } from "../detect/archive.ts";
import { attribute } from "../detect/package.ts";
import { parseRanges } from "./range-references.ts";
import { partText, type Relationship, relationshipsPart } from "./workbook-parts.ts";
import { hasContent, parseCells } from "./worksheet-cells.ts";

/**
 * LibreOffice clears the cells of a pivot table and computes it anew, in words of its own and without some of its filters. What the
 * author saw is stored in these cells, and prints where nothing says that they belong to a pivot table.
 * @param sheet its part and what is in it
 * @param related what it refers to
 * @returns the part with its relationships, and what is to be written there; undefined where nothing is to be changed, as with tables
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

/** Whether anything stands in cells such as "A3:C20". */
function hasStoredResult(xml: string, place: string): boolean {
  const [{ rows, columns } = {}] = parseRanges(`!${place}`) ?? [];
  if (!rows || !columns) return false;
  for (const { row, column, inner } of parseCells(xml)) {
    const isInside = row >= rows.from && row <= rows.to && column >= columns.from && column <= columns.to;
    if (isInside && hasContent(inner)) return true;
  }
  return false;
}
