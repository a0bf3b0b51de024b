import { expect, test } from "vitest";
import { openArchive } from "../detect/archive.ts";
import { readTree } from "../xml/xml-tree.ts";
import { hideSheets, isTrue, partText, plainText, readStyles, readWorkbook } from "./workbook-parts.ts";
import { zipBytes } from "./zip-writer.ts";

const relation = (id: string, type: string) =>
  `<Relationship Id="${id}" Type="http://example.org/${type}" Target="worksheets/${id}.xml"/>`;

async function workbook(xml: string, ...types: string[]) {
  const related = types.map((type, index) => relation(`r${index}`, type)).join("");
  using archive = await openArchive(
    await zipBytes([
      ["xl/workbook.xml", `<workbook>${xml}</workbook>`],
      ["xl/_rels/workbook.xml.rels", `<Relationships>${related}</Relationships>`],
    ]),
  );
  return readWorkbook(archive);
}

test.each([
  ["worksheet", { hidden: false, isMacroSheet: false, isWorksheet: true }],
  ["xlMacrosheet", { hidden: true, isMacroSheet: true, isWorksheet: false }],
  ["xlIntlMacrosheet", { hidden: true, isMacroSheet: true, isWorksheet: false }],
  ["dialogsheet", { hidden: false, isMacroSheet: false, isWorksheet: false }],
])("a sheet of the type %s is known as such", async (type, expected) => {
  const { sheets } = await workbook('<sheets><sheet name="A" r:id="r0"/></sheets>', type);
  expect(sheets).toEqual([
    { name: "A", part: "xl/worksheets/r0.xml", printArea: undefined, printTitles: undefined, ...expected },
  ]);
});

test.each([
  ["visible", false],
  ["hidden", true],
  ["veryHidden", true],
])("a sheet whose state is %s is hidden: %s", async (state, hidden) => {
  const { sheets } = await workbook(`<sheets><sheet name="A" state="${state}"/></sheets>`);
  expect(sheets[0]?.hidden).toBe(hidden);
});

test("print areas belong to the sheet of their index, and the first settings for computing count", async () => {
  const name = (kind: string, sheet: number, range: string) =>
    `<definedName name="_xlnm.Print_${kind}" localSheetId="${sheet}">\n${range}</definedName>`;
  const names = [name("Area", 0, "A!$A$1"), name("Area", 1, "B!$B$1"), name("Titles", 1, "B!$1:$1")].join("");
  const { sheets, recalculate } = await workbook(
    `<sheets><sheet name="A"/><sheet name="B"/></sheets><definedNames>${names}</definedNames><calcPr/><calcPr fullCalcOnLoad="1"/>`,
  );
  expect(sheets.map(({ printArea, printTitles }) => [printArea?.trim(), printTitles?.trim()])).toEqual([
    ["A!$A$1", undefined],
    ["B!$B$1", "B!$1:$1"],
  ]);
  expect(recalculate).toBe(false);
});

test("truth is written as 1 or true", () => {
  expect(["1", "true", "0", "false", "", undefined].map(isTrue)).toEqual([true, true, false, false, false, false]);
});

test("a part is read byte by byte, or as UTF-8 where asked for, and a missing one is empty", async () => {
  using archive = await openArchive(await zipBytes([["a", "é"]]));
  expect(await partText(archive, "a")).toBe("\u00c3\u00a9");
  expect(await partText(archive, "a", "utf8")).toBe("é");
  expect(await partText(archive, "b")).toBe("");
});

test("a text of one run and one of none are read", () => {
  expect(plainText("<t>a</t>")).toBe("a");
  expect(plainText("<rPh><t>a</t></rPh>")).toBe("");
});

test("sheets are hidden by their position, whatever their state was", () => {
  const sheets = (...states: string[]) =>
    `<workbook><sheets>${states.map((state, index) => `<sheet name="${index}"${state}/>`).join("")}</sheets></workbook>`;
  const hidden = ' state="hidden"';
  expect(hideSheets(sheets("", ' state="visible"', ""), (index) => index > 0)).toBe(sheets("", hidden, hidden));
  expect(hideSheets(sheets("", ""), () => false)).toBe(sheets("", ""));
  expect(hideSheets("<workbook/>", () => true)).toBe("<workbook/>");
});

const list = (name: string, ...items: string[]) => `<${name}>${items.join("")}</${name}>`;
const formatOf = (xf: string, ...lists: string[]) =>
  readStyles(readTree(`<styleSheet>${lists.join("")}<cellXfs>${xf}</cellXfs></styleSheet>`)).format(0);
const line = '<border><left style="thin"/></border>';
const solid = '<fill><patternFill patternType="solid"/></fill>';
const none = "<fill><patternFill/></fill>";

test("a format that states no font, border, fill or code has the first ones", () => {
  const fonts = list("fonts", '<font><b/><sz val="14"/></font>', '<font><sz val="9"/></font>');
  expect(formatOf("<xf/>", fonts)).toMatchObject({ fontSize: 14, isBold: true, isVisible: false });
  expect(formatOf('<xf fontId="1"/>', fonts)).toMatchObject({ fontSize: 9, isBold: false });
  expect(formatOf("<xf/>", list("borders", line, "<border/>"))).toMatchObject({ isVisible: true });
  expect(formatOf('<xf borderId="1"/>', list("borders", line, "<border/>"))).toMatchObject({ isVisible: false });
  expect(formatOf("<xf/>", list("fills", solid, none))).toMatchObject({ isVisible: true });
  expect(formatOf('<xf fillId="1"/>', list("fills", solid, none))).toMatchObject({ isVisible: false });
  const codes = list("numFmts", '<numFmt numFmtId="0" formatCode="0.000"/>', '<numFmt numFmtId="170"/>');
  expect(formatOf("<xf/>", codes).formatCode).toBe("0.000");
  expect(formatOf('<xf numFmtId="170"/>', codes).formatCode).toBe("");
});

test("a format is visible by its border or its fill", () => {
  const lists = [list("borders", "<border/>", line), list("fills", none, solid)];
  const ids = [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ];
  const visible = ids.map(
    ([border, fill]) => formatOf(`<xf borderId="${border}" fillId="${fill}"/>`, ...lists).isVisible,
  );
  expect(visible).toEqual([false, true, true, true]);
});

test("a text rotated by less than a right angle, or written downwards, needs no width", () => {
  const rotated = (degrees: string) => formatOf(`<xf><alignment textRotation="${degrees}"/></xf>`).adapts;
  expect(["0", "1", "45", "180", "255", ""].map(rotated)).toEqual([false, true, true, true, true, false]);
});
