import { expect, test, vi } from "vitest";
import type { Sheet } from "../../../fixtures/office-files.ts";
import type { PrintedPart } from "../office/printed-texts.ts";
import { xls } from "./biff/testing.ts";
import { changedWorkbook, recordingOffice, startConverting } from "./testing.ts";
import { workbookConverter } from "./workbook.ts";

vi.mock("../office/printed-texts.ts", () => ({
  printedParts: (): PrintedPart[] => [
    {
      title: "Fees",
      *texts() {
        yield [{ text: "Consultancy", seen: "Consultancy", isClipped: true }];
      },
    },
  ],
}));

const convertFile = startConverting();
const fee = "Consultancy fee in January";
const cut = { code: "words-cut", text: expect.stringContaining(": 3 words in column A. Make") };

test("words that a narrow column clips on paper cause a warning, in XLSX and in XLS", async () => {
  const { office } = recordingOffice();
  const sheet: Sheet = { name: "Fees", rows: [[fee, "x"]], widths: [5, 9] };
  const seen = await convertFile(workbookConverter(office, "xlsx"), "fees.xlsx", await changedWorkbook([sheet]));
  expect(seen.warnings).toEqual([cut]);
  const cells = [
    { row: 0, column: 0, text: fee },
    { row: 0, column: 1, text: "x" },
  ];
  const old = xls([{ name: "Fees", cells, widths: [5, 9] }]);
  expect((await convertFile(workbookConverter(office, "xls"), "fees.xls", old)).warnings).toEqual([cut]);
});

test("fonts that are not installed cause a warning, in XLSX and in XLS", async () => {
  const { office } = recordingOffice(undefined, "%PDF-1.7 /BaseFont /BAAAAA+NotoSans");
  const content = await changedWorkbook([{ name: "Plain", rows: [["a"]] }], (parts) => ({
    "xl/styles.xml": parts["xl/styles.xml"]
      ?.replace("Calibri", "Damson Sans")
      .replace(/(<cellXfs[^>]*>)<xf/, '$1<xf fontId="0"'),
  }));
  const replaced = { code: "font-substituted", text: expect.stringContaining("The font Damson Sans is not installed") };
  expect((await convertFile(workbookConverter(office, "xlsx"), "a.xlsx", content)).warnings).toEqual([replaced]);
  const old = xls([{ name: "Plain", cells: [{ row: 0, column: 0, text: "a" }], widths: [20] }]);
  const damson = Buffer.from(old.toString("latin1").replaceAll("A\0r\0i\0a\0l\0", "D\0a\0m\0s\0o\0"), "latin1");
  expect((await convertFile(workbookConverter(office, "xls"), "a.xls", damson)).warnings).toMatchObject([
    { code: "font-substituted", text: expect.stringContaining("The font Damso is") },
  ]);
});
