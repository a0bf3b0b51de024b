import { expect, test } from "vitest";
import { type Sheet, xlsx } from "../../../fixtures/office-files.ts";
import { startPrinting } from "../testing/printing.ts";
import { type TestSheet, xls } from "./biff/testing.ts";
import { workbookConverter } from "./workbook.ts";

const printing = startPrinting();
const { printed, written } = printing;

async function warningsOf(...sheets: Sheet[]) {
  const path = await written("made.xlsx", await xlsx(sheets));
  return (await printed(workbookConverter(printing.office, "xlsx"), path)).warnings;
}

async function warningsOfOld(sheet: TestSheet) {
  const path = await written("made.xls", xls([sheet]));
  return (await printed(workbookConverter(printing.office, "xls"), path)).warnings;
}

const fee = "Consultancy in January and February";
const cell = (reference: string, text: string) => `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;

test("a warning states the number of clipped words by sheet and column", async () => {
  const widths = [14, 9, 9];
  const [warning, ...others] = await warningsOf(
    { name: "Whole", rows: [["Date", "Paid"]], widths },
    {
      name: "Costs",
      rows: [
        ["Date", fee, "x"],
        ["Consultancy fees in May", "Paid", "y"],
      ],
      widths,
    },
  );
  expect(others).toEqual([]);
  expect(warning).toMatchObject({ code: "words-cut" });
  expect(warning?.text).toMatch(/^On sheet “Costs” words .*: 5 words in column B and [23] words in column A\. Make/);
});

test("clipped words of an XLS workbook give the same warning", async () => {
  const text = (column: number, text: string) => ({ row: 0, column, text });
  const cells = [text(0, fee), text(1, "Paid")];
  expect(await warningsOfOld({ name: "Costs", cells, widths: [14, 9] })).toMatchObject([
    { code: "words-cut", text: expect.stringMatching(/sheet “Costs” .*: [34] words in column A\./) },
  ]);
  expect(await warningsOfOld({ name: "Costs", cells: [text(0, fee)], widths: [14, 9] })).toEqual([]);
});

test("there is no warning where every word is printed or excluded by its author", async () => {
  const tail = '<mergeCells><mergeCell ref="A2:D2"/></mergeCells>';
  const rows = [[fee], [fee, "", "", "", "z"]];
  expect(await warningsOf({ name: "Runs on", rows, widths: [9, 20, 9, 9], tail })).toEqual([]);
  const hiddenRow = `<row r="2" hidden="1">${cell("A2", fee)}${cell("B2", "x")}</row>`;
  expect(await warningsOf({ name: "Hidden", rows: [["Date", "Paid"]], widths: [9, 9], more: hiddenRow })).toEqual([]);
  const area = { printArea: "$A$1:$B$1" };
  expect(await warningsOf({ name: "Area", rows: [["Date", "Paid", fee, "x"]], widths: [9, 9, 9, 9], ...area })).toEqual(
    [],
  );
});
