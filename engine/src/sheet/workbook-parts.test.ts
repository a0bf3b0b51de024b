import { expect, test } from "vitest";
import { makePrintNamesAbsolute } from "./workbook-parts.ts";

const named = (name: string, cells: string) => `<definedName name="${name}" localSheetId="0">${cells}</definedName>`;

test.each([
  ["_xlnm.Print_Area", "Sheet1!A1:F40", "Sheet1!$A$1:$F$40"],
  ["_xlnm.Print_Area", "'It''s, 1!A'!A1:B$2,'It''s, 1!A'!C7", "'It''s, 1!A'!$A$1:$B$2,'It''s, 1!A'!$C$7"],
  ["_xlnm.Print_Titles", "Sheet1!A:B,Sheet1!1:2", "Sheet1!$A:$B,Sheet1!$1:$2"],
  ["_xlnm.Print_Titles", "Sheet1!$1:$2", "Sheet1!$1:$2"],
  ["_xlnm.Print_Area", "OFFSET(Sheet1!A1,0,0,5,5)", "OFFSET(Sheet1!$A$1,0,0,5,5)"],
  ["_xlnm.Print_Area", "Sheet1!#REF!", "Sheet1!#REF!"],
  ["Rate", "Sheet1!A1", "Sheet1!A1"],
])("%s of %s is stated as %s", (name, cells, stated) => {
  expect(makePrintNamesAbsolute(named(name, cells))).toBe(named(name, stated));
});
