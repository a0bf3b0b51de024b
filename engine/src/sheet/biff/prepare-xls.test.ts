import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCompoundFile } from "../../detect/compound.ts";
import { computedAreaWarning } from "../print-ranges.ts";
import { prepareXls } from "./prepare-xls.ts";
import { record, recordsFrom } from "./records.ts";
import { amountStyle, formula, type TestSheet, xls } from "./testing.ts";
import { readBook } from "./workbook-globals.ts";
import { noteFlag } from "./worksheet.ts";

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "sheaf-xls-"));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

test.each([
  ["is closed", { isPrinted: false }, 0],
  ["stays open when the page set-up prints notes", { isPrinted: true }, noteFlag.isOpen],
])("a note that was left open %s", async (_what, openNote, left) => {
  const [path, outPath] = [join(dir, "in.xls"), join(dir, "out.xls")];
  await writeFile(path, xls([{ name: "Noted", openNote, cells: [{ row: 0, column: 0, text: "Damson" }] }]));
  expect(await prepareXls(path, outPath)).toBeDefined();
  const stream = Buffer.concat(readCompoundFile(await readFile(outPath)).pieces("Workbook") ?? []);
  const note = [...recordsFrom(stream, 0)].find(({ type }) => type === record.note);
  expect(stream.readUInt16LE((note?.at ?? 0) + noteFlag.at) & noteFlag.isOpen).toBe(left);
});

test.each([
  ["all columns", { toRow: 39, toColumn: 255 }],
  ["all rows and columns", { toRow: 65_535, toColumn: 255 }],
])("a print area of %s is reduced to the used area", async (_what, printArea) => {
  const [path, outPath] = [join(dir, "area.xls"), join(dir, "area-out.xls")];
  await writeFile(path, xls([{ name: "Area", printArea, cells: [{ row: 0, column: 0, text: "Damson" }] }]));
  expect((await prepareXls(path, outPath))?.printed).toMatchObject([{ bands: 1, pages: 1 }]);
});

test("a computed print area is removed, since LibreOffice would print only its first operand", async () => {
  const [path, outPath] = [join(dir, "computed.xls"), join(dir, "computed-out.xls")];
  const cells = Array.from({ length: 60 }, (_, column) => ({ row: 0, column, text: "Damson" }));
  await writeFile(path, xls([{ name: "Area", printArea: formula.firstColumns(2), cells }]));
  const ready = await prepareXls(path, outPath);
  expect(ready?.printed[0]?.bands).toBeGreaterThan(1);
  const stream = Buffer.concat(readCompoundFile(await readFile(outPath)).pieces("Workbook") ?? []);
  expect(computedAreaWarning(ready?.sheets[0] ?? { name: "", printArea: "" })).toMatchObject([
    { code: "print-area-computed", text: expect.stringContaining("sheet “Area” is computed") },
  ]);
  expect(readBook(stream)?.sheets[0]?.printArea).toBeUndefined();
});

test("a print area is added to a sheet without one, and to no other sheet", async () => {
  const [path, outPath] = [join(dir, "told.xls"), join(dir, "told-out.xls")];
  const cells = [{ row: 29, column: 0, text: "Damson" }];
  const sheets = [
    { name: "All" },
    { name: "Some", printArea: { toRow: 9, toColumn: 3 } },
    { name: "None", hidden: true },
  ];
  await writeFile(path, xls(sheets.map((sheet) => ({ ...sheet, cells }))));
  expect(await prepareXls(path, outPath)).toBeDefined();
  const stream = Buffer.concat(readCompoundFile(await readFile(outPath)).pieces("Workbook") ?? []);
  expect(readBook(stream)?.sheets.map(({ printArea }) => printArea)).toEqual(["!$1:$30", "!$A$1:$D$10", undefined]);
});

test("formulas of a hidden sheet are replaced by their stored results, which charts show", async () => {
  const [path, outPath] = [join(dir, "hidden.xls"), join(dir, "hidden-out.xls")];
  const today = { row: 0, column: 0, tokens: formula.today, result: 46037 };
  const shown = { name: "Shown", cells: [{ row: 0, column: 0, text: "Damson" }] };
  await writeFile(path, xls([shown, { name: "Workings", hidden: true, cells: [today] }]));
  expect(await prepareXls(path, outPath)).toBeDefined();
  const stream = Buffer.concat(readCompoundFile(await readFile(outPath)).pieces("Workbook") ?? []);
  const types = [...recordsFrom(stream, 0)].map(({ type }) => type);
  expect(types).toContain(record.number);
  expect(types).not.toContain(record.formula);
});

const amount = (column: number, value: number) => ({ row: 0, column, value, style: amountStyle });
const long = "A damson tart that is far wider than its column";

test.each<[string, Omit<TestSheet, "name">, boolean]>([
  ["with an amount too wide for it, where no width is stated", { widths: [], cells: [amount(0, 123_456.5)] }, false],
  ["with an amount slightly too wide for it, beside stated widths", { cells: [amount(1, 123_456.5)] }, true],
  ["with an amount far too wide for it, beside stated widths", { cells: [amount(1, 1e20)] }, false],
  [
    "that cuts off a text",
    { widths: [], cells: [long, "next"].map((text, column) => ({ row: 0, column, text })) },
    false,
  ],
  ["whose texts fit", { widths: [], cells: [{ row: 0, column: 0, text: long }] }, true],
])(
  "a sheet with a column of automatic width %s stays XLS only if nothing would be unreadable",
  async (_what, sheet, stays) => {
    const [path, outPath] = [join(dir, "automatic.xls"), join(dir, "automatic-out.xls")];
    await writeFile(path, xls([{ name: "Automatic", ...sheet }]));
    expect((await prepareXls(path, outPath)) !== undefined).toBe(stays);
  },
);
