import { expect, test } from "vitest";
import { openArchive } from "../detect/archive.ts";
import { hasNewerChart, hasPictureInCell, missingDrawings, readRichValues } from "./missing-drawings.ts";
import { zipBytes } from "./zip-writer.ts";

/** Value 1 of its cells is a formula that spills over, value 2 a picture. */
const workbook = await zipBytes([
  [
    "xl/metadata.xml",
    '<metadata><metadataTypes count="2"><metadataType name="XLDAPR"/><metadataType name="XLRICHVALUE"/></metadataTypes><futureMetadata name="XLDAPR" count="1"><bk/></futureMetadata><futureMetadata name="XLRICHVALUE" count="2"><bk><xlrd:rvb i="0"/></bk><bk><xlrd:rvb i="1"/></bk></futureMetadata><valueMetadata count="2"><bk><rc t="2" v="0"/></bk><bk><rc t="2" v="1"/></bk></valueMetadata></metadata>',
  ],
  ["xl/richData/rdrichvalue.xml", '<rvData count="2"><rv s="0"><v>8</v></rv><rv s="1"><v>0</v><v>5</v></rv></rvData>'],
  ["xl/richData/rdrichvaluestructure.xml", '<rvStructures><s t="_error"/><s t="_localImage"/></rvStructures>'],
]);
const cell = (value: string) => `<c r="A1" t="e"${value}><v>#VALUE!</v></c>`;

test.each([
  ["a picture", ' vm="2"', true],
  ["a formula that spills into other cells", ' vm="1"', false],
  ["an ordinary error", "", false],
])("%s in a cell is recognised as a missing picture, or not", async (_what, value, isMissing) => {
  const values = await readRichValues(await openArchive(workbook));
  expect(hasPictureInCell(cell(value), values)).toBe(isMissing);
});

test("a waterfall chart is reported as missing, a bar chart is not", () => {
  const kinds = ["2014/chartex", "2006/chart"].map((kind) => `<a:graphicData uri="http://schemas.example/${kind}">`);
  expect(kinds.map(hasNewerChart)).toEqual([true, false]);
});

test("the warnings name the sheets", () => {
  expect(missingDrawings({ pictures: ["Stock"], charts: ["Cash", "Tax"] }).map(({ text }) => text)).toEqual([
    "Pictures in cells of sheet “Stock” are missing. Save the workbook as PDF in Excel and replace it.",
    "Waterfall, funnel or other newer charts of sheets “Cash”, “Tax” are missing. Save the workbook as PDF in Excel and replace it.",
  ]);
  expect(missingDrawings({ pictures: [], charts: [] })).toEqual([]);
});

/** Reads a workbook whose structures, values and metadata are given. */
async function read(structures: string[], values: number[], metadata: string) {
  using archive = await openArchive(
    await zipBytes([
      ["xl/richData/rdrichvaluestructure.xml", `<s0>${structures.map((type) => `<s t="${type}"/>`).join("")}</s0>`],
      ["xl/richData/rdrichvalue.xml", `<rvData>${values.map((at) => `<rv s="${at}"/>`).join("")}</rvData>`],
      ["xl/metadata.xml", `<metadata>${metadata}</metadata>`],
    ]),
  );
  return readRichValues(archive);
}
const types = '<metadataTypes><metadataType name="XLDAPR"/><metadataType name="XLRICHVALUE"/></metadataTypes>';
const future = (name: string, ...at: number[]) =>
  `<futureMetadata name="${name}">${at.map((one) => `<bk><rvb i="${one}"/></bk>`).join("")}</futureMetadata>`;
const cells = (list: string, ...at: [type: number, value: number][]) =>
  `<${list}>${at.map(([type, value]) => `<bk><rc t="${type}" v="${value}"/></bk>`).join("")}</${list}>`;

test("only values of pictures that cells refer to as rich values are pictures", async () => {
  const metadata =
    types + future("XLDAPR", 1) + future("XLRICHVALUE", 0, 1, 2, 7) + cells("cellMetadata", [2, 1], [2, 1]);
  const values = cells("valueMetadata", [2, 0], [2, 1], [1, 1], [2, 2], [2, 3], [2, 9], [3, 1]);
  expect(await read(["_error", "_webImage"], [0, 1, 5], metadata + values)).toEqual([
    false,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test("a workbook without structures of pictures has none", async () => {
  expect(await read(["_error", "image_"], [0], types + cells("valueMetadata", [2, 0]))).toEqual([]);
  expect(hasPictureInCell(cell(' vm="1"'), [])).toBe(false);
  expect(hasPictureInCell(cell(' vm="1"'), [true])).toBe(true);
  expect(hasPictureInCell(`${cell(' vm="1"')}${cell(' vm="2"')}`, [false, true])).toBe(true);
});
