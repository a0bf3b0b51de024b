import { expect, test } from "vitest";
import { type Cell, ods, xlsx } from "../../../fixtures/office-files.ts";
import { startPrinting } from "../testing/printing.ts";
import { boldStyle, usualStyle, wrappedStyle, xls } from "./biff/testing.ts";
import { workbookConverter } from "./workbook.ts";

const printing = startPrinting();
const { printed, written } = printing;

/** Far more lines than fit on a page. */
const lines = Array.from({ length: 200 }, (_, index) => `Clause ${index + 1}.`);
const tall = lines.join("\n");

const makers = {
  xlsx: () =>
    xlsx([
      {
        name: "Terms",
        rows: [["Damson"], ["Quince", { text: tall, look: "wrapped" }], ["Medlar"]],
        widths: [12, 30],
      },
    ]),
  xls: async () =>
    xls([
      {
        name: "Terms",
        widths: [12, 30],
        cells: [
          { row: 0, column: 0, text: "Damson" },
          { row: 1, column: 0, text: "Quince" },
          { row: 1, column: 1, text: tall, style: wrappedStyle },
          { row: 2, column: 0, text: "Medlar" },
        ],
      },
    ]),
  ods: () => ods([["Damson"], ["Quince", tall], ["Medlar"]]),
};

test.each(["xlsx", "xls", "ods"] as const)(
  "a cell higher than a page continues on the next pages: %s",
  async (format) => {
    const path = await written(`terms.${format}`, await makers[format]());
    const seen = await printed(workbookConverter(printing.office, format), path);
    expect(seen.text.match(/Clause \d+\./g)).toEqual(lines);
    expect(seen.pages).toBeGreaterThan(2);
    expect(seen.text).toMatch(/Damson[\s\S]*Quince +Clause 1\.[\s\S]*Clause 200\.[\s\S]*Medlar/);
  },
);

test("drawings, merged cells and formulas after a split row stay with their cells", async () => {
  const formula = (reference: string, text: string) => `<c r="${reference}"><f>${text}</f></c>`;
  const rows: Cell[][] = [[7], [{ text: tall, look: "wrapped" }], [35]];
  const path = await written(
    "sum.xlsx",
    await xlsx([
      {
        name: "It's tall",
        rows,
        widths: [30],
        more: `<row r="4">${formula("A4", "A1+A3")}</row>`,
        printArea: "$A$1:$A$4",
      },
      { name: "Other", rows: [], more: `<row r="1">${formula("A1", "SUM('It''s tall'!A1:A3)*100")}</row>` },
    ]),
  );
  const seen = await printed(workbookConverter(printing.office, "xlsx"), path);
  expect(seen.text.match(/Clause \d+\./g)).toEqual(lines);
  expect(seen.text).toMatch(/Clause 200\.\s+35\s+42\s+4200\s*$/);
});

test("a row with a small custom height keeps it", async () => {
  const row = `<row r="1" ht="30" customHeight="1"><c r="A1" s="3" t="inlineStr"><is><t>${tall}</t></is></c></row>`;
  const more = [{ name: "Low", rows: [], more: row, widths: [30] }];
  const wraps = { name: "Wraps", rows: [[{ text: "Medlar", look: "wrapped" as const }]] };
  const path = await written("low.xlsx", await xlsx([...more, wraps]));
  expect(await printed(workbookConverter(printing.office, "xlsx"), path)).toMatchObject({ pages: 2 });
});

const months: Cell[][] = Array.from({ length: 150 }, (_, index) => [`Client ${index}`, 100 + index]);
const heading: Cell[] = [
  { text: "Customer", look: "bold" },
  { text: "Net", look: "bold" },
];
const plainHeading = ["Customer", "Net"];
const frozen = '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" state="frozen"/></sheetView></sheetViews>';

test.each([
  ["bold texts above numbers", { rows: [heading, ...months] }, true],
  ["bold texts under a title", { rows: [["Fees of the year"], [], heading, ...months] }, true],
  ["frozen rows", { rows: [plainHeading, ...months], head: frozen }, true],
  ["the first row of a filter", { rows: [plainHeading, ...months], tail: '<autoFilter ref="A1:B151"/>' }, true],
  ["texts like those below them", { rows: [plainHeading, ...months] }, false],
  ["bold texts above columns of text", { rows: [heading, ...months.map(([name]) => [name ?? "", "paid"])] }, false],
])("heading rows are recognised and repeated on each page, or not: %s", async (_what, sheet, isRepeated) => {
  const path = await written("fees.xlsx", await xlsx([{ name: "Fees", ...sheet }]));
  const seen = await printed(workbookConverter(printing.office, "xlsx"), path);
  expect(seen.pages).toBeGreaterThan(2);
  expect(seen.text.match(/Customer +Net/g)).toHaveLength(isRepeated ? seen.pages : 1);
});

test("stated repeated rows stay, stated repeated columns get the heading rows besides", async () => {
  const headings = async (printTitles: string) => {
    const rows = [["Damson"], heading, ...months];
    const path = await written("fees.xlsx", await xlsx([{ name: "Fees", rows, head: frozen, printTitles }]));
    const { text, pages } = await printed(workbookConverter(printing.office, "xlsx"), path);
    const count = (word: string) => text.match(new RegExp(word, "g"))?.length ?? 0;
    return { titles: count("Damson") / pages, headings: count("Customer +Net") / pages };
  };
  const own = await headings("$2:$2");
  expect(own.headings).toBe(1);
  expect(own.titles).toBeLessThan(1);
  expect((await headings("$A:$A")).titles).toBe(1);
});

test.each([
  ["frozen rows", { frozenRows: 1 }, usualStyle],
  ["bold texts above numbers", {}, boldStyle],
])("heading rows of an XLS workbook are repeated on each page: %s", async (_what, options, style) => {
  const top = ["Customer", "Net"].map((text, column) => ({ row: 0, column, text, style }));
  const cells = Array.from({ length: 150 }, (_, index) => [
    { row: index + 1, column: 0, text: `Client ${index}` },
    { row: index + 1, column: 1, value: 100 + index },
  ]).flat();
  const path = await written(
    "fees.xls",
    xls([{ name: "Fees", cells: [...top, ...cells], widths: [20, 9], ...options }]),
  );
  const seen = await printed(workbookConverter(printing.office, "xls"), path);
  expect(seen.pages).toBeGreaterThan(2);
  expect(seen.text.match(/Customer +Net/g)).toHaveLength(seen.pages);
});
