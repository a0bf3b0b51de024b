import { expect, test } from "vitest";
import { openArchive } from "../detect/archive.ts";
import { detachPivotTables } from "./pivot-tables.ts";
import { zipBytes } from "./zip-writer.ts";

const part = "xl/worksheets/sheet1.xml";
const related = "xl/worksheets/_rels/sheet1.xml.rels";
const relationship = (id: string) => `<Relationship Id="${id}" Type="t" Target="x"/>`;
const list = (...ids: string[]) => `<Relationships>${ids.map(relationship).join("")}</Relationships>`;
const relationships = [
  { id: "r1", type: "http://example.org/table", part: "xl/tables/table1.xml" },
  { id: "r2", type: "http://example.org/pivotTable", part: "xl/pivotTables/pivotTable1.xml" },
];

/** Detaches a pivot table at this place from a sheet with these cells. */
async function detach(place: string | undefined, cells: string) {
  const table = `<pivotTableDefinition>${place === undefined ? "" : `<location ref="${place}"/>`}</pivotTableDefinition>`;
  using archive = await openArchive(
    await zipBytes([
      [related, list("r1", "r2", "r3")],
      ["xl/tables/table1.xml", '<table><location ref="B3:C4"/></table>'],
      ["xl/pivotTables/pivotTable1.xml", table],
    ]),
  );
  const xml = `<worksheet><sheetData>${cells}</sheetData></worksheet>`;
  return detachPivotTables(archive, { part, xml }, relationships);
}
const filled = (cell: string) => `<row r="${cell.slice(1)}"><c r="${cell}"><v>1</v></c></row>`;

test.each(["B3", "C3", "B4", "C4"])("a pivot table with a stored result in %s is detached", async (cell) => {
  expect(await detach("B3:C4", filled(cell))).toEqual([related, list("r1", "r3")]);
});

test.each(["A3", "D3", "B2", "B5"])("a pivot table with a filled cell beside it in %s stays", async (cell) => {
  expect(await detach("B3:C4", filled(cell))).toBeUndefined();
});

test.each([
  ["without stored cells", "B3:C4", '<row r="3"><c r="B3" s="1"/></row>'],
  ["of whole columns", "B:C", filled("B3")],
  ["without a place", undefined, filled("B3")],
])("a pivot table %s stays", async (_what, place, cells) => expect(await detach(place, cells)).toBeUndefined());
