import { expect, test } from "vitest";
import { csvConverter } from "./csv.ts";
import { recordingOffice, startConverting } from "./testing.ts";

const convertFile = startConverting();

/** Converts a table. @returns its warnings, and the worksheet and workbook that were printed */
async function convert(text: string, name = "bank.csv") {
  const { office, printed } = recordingOffice();
  const { warnings, origin } = await convertFile(csvConverter(office), name, text);
  const parts = printed[0]?.parts ?? {};
  const sheet = parts["xl/worksheets/sheet1.xml"] ?? "";
  const widths = [...sheet.matchAll(/<col [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width));
  return { warnings, origin, printed, sheet, widths, workbook: parts["xl/workbook.xml"] ?? "" };
}
/** Points of columns are stated in digits of 5.56 points. */
const digits = (points: number) => Number((points / 5.56).toFixed(2));

test("a table is printed under its name, with its header on every page and margins of half an inch", async () => {
  const { printed, origin, warnings, sheet, workbook } = await convert("Payee,Amount\nRent,12.50\nTax,7\n");
  expect(printed[0]?.path).toMatch(/bank\.xlsx$/);
  expect([origin, warnings]).toEqual(["own", []]);
  expect(workbook).toContain('<sheet name="bank"');
  expect(workbook).toContain(">'bank'!$1:$1<");
  expect(workbook).toContain(">'bank'!$A$1:$B$3<");
  expect(sheet).toContain('left="0.500"');
  expect(sheet).toContain('orientation="portrait"');
  const styles = [...sheet.matchAll(/<c r="(\w+)" s="(\d)"/g)].map(([, cell, style]) => `${cell} ${style}`);
  expect(styles).toEqual(["A1 3", "B1 4", "A2 1", "B2 2", "A3 1", "B3 2"]);
});

test.each<[string, string, number]>([
  ["one letter", "a", 18],
  ["two letters", "aa", 19.12],
  ["ten letters", "a".repeat(10), 63.6],
  ["two lines", `"aaa\n${"a".repeat(10)}"`, 63.6],
  ["45 letters", "a".repeat(45), 258.2],
  ["46 letters", "a".repeat(46), 260],
  ["3,000 letters", "a".repeat(3_000), 260],
])("a column of %s is as wide as they need, within limits", async (_what, cell, points) => {
  // A first row of a number makes the table one without header.
  expect((await convert(`1,1\n${cell},1\n`)).widths[0]).toBe(digits(points));
});

test("the widest cell of a column counts, and one of the header is bold", async () => {
  expect((await convert("1,1\naaaaa,1\naaaaaaa,1\naaa,1\n")).widths[0]).toBe(digits(46.92));
  // 55.6 points, a twelfth more, and the padding.
  expect((await convert(`${"a".repeat(10)},b\naa,c\n`)).widths[0]).toBe(digits(68.05));
  expect((await convert(`b,c\n${"a".repeat(10)},d\n`)).widths[0]).toBe(digits(63.6));
});

test("a column of amounts has room on its right", async () => {
  const { widths } = await convert("Payee,Amount\nTax,1234567890\n");
  expect(widths[1]).toBe(digits(72.6));
});

test("a table too wide for one page is printed in bands, with its first column on each", async () => {
  const row = (first: string, columns: number) => [first, ...new Array(columns).fill("a".repeat(45))].join(",");
  const table = (first: string) => `${row(first, 12)}\n${row(first, 12)}\n`;
  const narrow = await convert(table("id"));
  expect(narrow.sheet).toContain('scale="70" orientation="landscape"');
  expect(narrow.workbook).toContain("$A:$A");
  // Columns of up to 260 points on pages of 1,099.8, of which the first column takes 20.
  expect(narrow.warnings).toMatchObject([{ text: expect.stringContaining("The table is too wide") }]);
  expect(narrow.warnings).toMatchObject([{ text: expect.stringContaining("over 3 pages across") }]);
  // A first column of 260 points leaves room for three others on each page.
  const wide = await convert(table("a".repeat(50)));
  expect(wide.workbook).toContain("$A:$A");
  expect(wide.warnings).toMatchObject([{ text: expect.stringContaining("over 4 pages across") }]);
});

test("a text of more than 30 lines continues in further rows", async () => {
  const lines = Array.from({ length: 61 }, (_, index) => `line ${index}`).join("\n");
  const { sheet } = await convert(`${"7".repeat(20)},1\n"${lines}",2\n`);
  expect(sheet.match(/<row /g)).toHaveLength(4);
  expect(sheet).toContain("line 29\n</t>");
});

test.each<[string, string, number, number | undefined]>([
  ["in portrait", "1,1", 120_293, undefined],
  ["in portrait", "1,1", 120_296, 2_001],
  ["in landscape", new Array(4).fill("a".repeat(40)).join(","), 199_999, 3_719],
  ["in bands of columns", new Array(13).fill("a".repeat(45)).join(","), 99_999, 6_852],
])(
  "a table %s of many lines is refused where it would take more than 2,000 pages",
  async (_how, first, lines, pages) => {
    const cell = (count: number) => `"${"b\n".repeat(count - 1)}b",1\n`;
    const text = `${first}\n${cell(30).repeat(Math.floor(lines / 30))}${cell(lines % 30)}`;
    const converted = convert(text);
    if (pages === undefined) expect((await converted).warnings).toEqual([]);
    else
      await expect(converted).rejects.toMatchObject({
        reason: "too-large",
        detail: `would make about ${pages.toLocaleString("en-GB")} pages; the limit is 2,000. Split it and replace it.`,
      });
  },
);

test("a table whose encoding is uncertain causes a warning", async () => {
  const { office } = recordingOffice();
  const bytes = Buffer.concat([Buffer.from("café,naïve,“plum”\n".repeat(20)), Buffer.from([0xe9])]);
  const { warnings } = await convertFile(csvConverter(office), "bank.csv", bytes);
  expect(warnings).toMatchObject([{ code: "encoding-guessed" }]);
});
