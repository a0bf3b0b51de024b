import { expect, test } from "vitest";
import { computedAreaWarning, editPrintNames } from "./print-ranges.ts";

const named = (name: string, cells: string, sheet = 0) =>
  `<definedName name="${name}" localSheetId="${sheet}">${cells}</definedName>`;
const workbook = (after: string) => `<workbook><sheets><sheet name="A"/></sheets>${after}<calcPr/></workbook>`;
const list = (...names: string[]) => workbook(`<definedNames>${names.join("")}</definedNames>`);
const unchanged = { isAreaUnwanted: () => false, areas: [], titles: [] };
const rows = (index: number) => ({ sheetName: "A'&", index, area: "$1:$2" });

test.each([
  ["_xlnm.Print_Area", "Sheet1!A1:F40", "Sheet1!$A$1:$F$40"],
  ["_xlnm.Print_Area", "'It''s, 1!A'!A1:B$2,'It''s, 1!A'!C7", "'It''s, 1!A'!$A$1:$B$2,'It''s, 1!A'!$C$7"],
  ["_xlnm.Print_Titles", "Sheet1!A:B,Sheet1!1:2", "Sheet1!$A:$B,Sheet1!$1:$2"],
  ["_xlnm.Print_Titles", "Sheet1!$1:$2", "Sheet1!$1:$2"],
  ["_xlnm.Print_Area", "OFFSET(Sheet1!A1,0,0,5,5)", "OFFSET(Sheet1!$A$1,0,0,5,5)"],
  ["_xlnm.Print_Area", "Sheet1!#REF!", "Sheet1!#REF!"],
  ["Rate", "Sheet1!A1", "Sheet1!A1"],
])("%s of %s is stated as %s", (name, cells, stated) => {
  expect(editPrintNames(list(named(name, cells)), unchanged)).toBe(list(named(name, stated)));
});

test("rows are added to print titles, and the area of one sheet is removed", () => {
  const [area, titles] = [named("_xlnm.Print_Area", "A!$A$1", 1), named("_xlnm.Print_Titles", "A!$A:$B")];
  const changes = { isAreaUnwanted: (index: number) => index === 1, areas: [], titles: [rows(0), rows(1)] };
  expect(editPrintNames(list(area, titles), changes)).toBe(
    list(named("_xlnm.Print_Titles", "A!$A:$B,'A''&amp;'!$1:$2"), named("_xlnm.Print_Titles", "'A''&amp;'!$1:$2", 1)),
  );
});

test.each([
  ["no list of names", workbook("")],
  ["an empty list of names", workbook("<definedNames/>")],
  ["prefixes", workbook("").replaceAll(/<(\/?)/g, "<$1x:")],
])("a workbook with %s gets a list with the print areas", (_what, xml) => {
  const edited = editPrintNames(xml, { ...unchanged, areas: [rows(0)] });
  expect(edited.replaceAll("x:", "")).toBe(list(named("_xlnm.Print_Area", "'A''&amp;'!$1:$2")));
});

test("a workbook part without sheets, and an empty name, stay", () => {
  expect(editPrintNames("<workbook/>", { ...unchanged, areas: [rows(0)] })).toBe("<workbook/>");
  const empty = '<definedName name="_xlnm.Print_Area" localSheetId="0"/>';
  expect(editPrintNames(list(empty), unchanged)).toBe(list(empty));
});

test("titles without ranges, and those of other sheets, are not joined", () => {
  const titles = (cells: string, sheet: number) => named("_xlnm.Print_Titles", cells, sheet);
  const changes = { ...unchanged, titles: [rows(1)] };
  expect(editPrintNames(list(titles("", 1), titles("A!$1:$1", 0)), changes)).toBe(
    list(titles("'A''&amp;'!$1:$2", 1), titles("A!$1:$1", 0)),
  );
  expect(editPrintNames(list(titles("A!$1:$1", 1)), { ...unchanged, titles: [rows(1)] })).toBe(
    list(titles("A!$1:$1,'A''&amp;'!$1:$2", 1)),
  );
});

test("a workbook without names to change stays", () => {
  expect(editPrintNames(workbook(""), unchanged)).toBe(workbook(""));
  expect(editPrintNames(list(named("Rate", "A!B2")), unchanged)).toBe(list(named("Rate", "A!B2")));
});

test.each([
  [undefined, false],
  ["A!$A$1:$B$2", false],
  ["A!#REF!", false],
  ["OFFSET(A!$A$1,0,0)", true],
])("a print area of %s causes a warning: %s", (printArea, isWarned) => {
  const text = "The print area of sheet “A” is computed and could not be used: the whole sheet is printed.";
  expect(computedAreaWarning({ name: "A", printArea })).toEqual(
    isWarned ? [{ code: "print-area-computed", text }] : [],
  );
});
