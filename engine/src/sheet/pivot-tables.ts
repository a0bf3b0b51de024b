import type { Archive } from "../detect/archive.ts";
import { applyEdits } from "../xml/xml-edits.ts";
import { firstElement, xmlEvents } from "../xml/xml-events.ts";
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
  const stored = new Set<string>();
  for (const { id, type, part } of relationships) {
    if (!type.endsWith("/pivotTable")) continue;
    const table = await partText(archive, part);
    const place = firstElement(table, "location")?.attributes.ref;
    if (place !== undefined && hasStoredResult(sheet.xml, place)) stored.add(id);
  }
  if (stored.size === 0) return undefined;
  const part = relationshipsPart(sheet.part);
  const stated = await partText(archive, part);
  const edits = [...xmlEvents(stated)].flatMap((event) => {
    if (event.kind !== "close" || event.element.local !== "Relationship") return [];
    const { from, attributes } = event.element;
    return stored.has(attributes.Id ?? "") ? [{ from, to: event.to, text: "" }] : [];
  });
  return [part, applyEdits(stated, edits)];
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
