import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openArchive } from "../../detect/archive.ts";
import { workFolder } from "../../pdf/testing.ts";
import { zipBytes } from "../zip-writer.ts";
import { prepareSheet, prepareXlsb } from "./prepare-xlsb.ts";
import { writeXlsbRecord, xlsbRecord, xlsbRecords } from "./records.ts";

const place = Buffer.from([1, 0, 0, 0, 7, 0, 0, 0]);
const record = (type: number, ...bytes: number[]) => writeXlsbRecord(type, Buffer.concat([place, Buffer.from(bytes)]));
const typesIn = (part: Buffer | undefined) => [...xlsbRecords(part ?? Buffer.alloc(0))].map(({ type }) => type);
const lengthsIn = (part: Buffer | undefined) =>
  [...xlsbRecords(part ?? Buffer.alloc(0))].map(({ body }) => body.length);
const eight = [0, 0, 0, 0, 0, 0, 0, 0];

test.each([
  [3, "03"],
  [127, "7f"],
  [128, "8001"],
  [426, "aa03"],
  [16_383, "ff7f"],
])("the type %i is written as %s and read again", (type, hex) => {
  const written = writeXlsbRecord(type, Buffer.from([9]));
  expect(written.toString("hex")).toBe(`${hex}0109`);
  expect([...xlsbRecords(written)]).toEqual([{ type, body: Buffer.from([9]), whole: written }]);
});

test.each([
  [0, "00"],
  [127, "7f"],
  [128, "8001"],
  [16_383, "ff7f"],
  [16_384, "808001"],
  [2_097_152, "80808001"],
])("a record of %i bytes states its size as %s", (size, hex) => {
  const written = writeXlsbRecord(5, Buffer.alloc(size, 1));
  expect(written.toString("hex", 0, 1 + hex.length / 2)).toBe(`05${hex}`);
  expect(lengthsIn(Buffer.concat([written, written]))).toEqual([size, size]);
});

test("a type has two bytes at most, and a size four", () => {
  expect([...xlsbRecords(Buffer.from([0x85, 0x81, 1, 9]))].map(({ type, body }) => [type, body.length])).toEqual([
    [0x85, 1],
  ]);
  const four = Buffer.concat([Buffer.from([5, 0x81, 0x80, 0x80, 0x80]), Buffer.from([9])]);
  expect(lengthsIn(four)).toEqual([1]);
});

test.each([
  ["at once", []],
  ["after its type", [5]],
  ["within its type", [0x85]],
  ["within its size", [5, 0x81]],
  ["within its data", [5, 2, 9]],
])("a part that ends %s has no further record", (_where, bytes) => {
  expect(typesIn(Buffer.from(bytes))).toEqual([]);
  expect(typesIn(Buffer.concat([record(5, 1), Buffer.from(bytes)]))).toEqual([5]);
});

test.each([
  ["a number", xlsbRecord.numberFormula, eight, xlsbRecord.numberCell, 16],
  ["true", xlsbRecord.booleanFormula, [1, 0, 0, 0, 0], xlsbRecord.booleanCell, 9],
  ["an error", xlsbRecord.errorFormula, [7, 0, 0, 0, 0], xlsbRecord.errorCell, 9],
  ["an empty text", xlsbRecord.textFormula, [0, 0, 0, 0], xlsbRecord.textCell, 12],
  ["a text", xlsbRecord.textFormula, [1, 0, 0, 0, 65, 0], xlsbRecord.textCell, 14],
])("the formula of %s becomes a cell with its place and its value alone", (_what, type, value, plain, bytes) => {
  for (const rest of [[], [1, 2, 3]]) {
    const written = prepareSheet(record(type, ...value, ...rest), false);
    expect([typesIn(written), lengthsIn(written)]).toEqual([[plain], [bytes]]);
  }
});

test.each([
  ["a number of seven bytes", xlsbRecord.numberFormula, eight.slice(1)],
  ["a text that is shorter than stated", xlsbRecord.textFormula, [2, 0, 0, 0, 65, 0, 66]],
  ["a value of three bytes", xlsbRecord.booleanFormula, [1, 0, 0]],
])("a sheet with a formula of %s stays as it is", (_what, type, value) => {
  expect(prepareSheet(record(type, ...value), false)).toBeUndefined();
});

test.each([
  ["array", xlsbRecord.arrayFormula],
  ["shared", xlsbRecord.sharedFormula],
  ["table", xlsbRecord.dataTable],
])("the %s expression of replaced formulas is left out, and stays with formulas that stay", (_what, type) => {
  const part = Buffer.concat([record(xlsbRecord.numberFormula, ...eight), record(type), record(129)]);
  expect(typesIn(prepareSheet(part, false))).toEqual([xlsbRecord.numberCell, 129]);
  expect(prepareSheet(part, true)).toEqual(part);
});

test("the headers that a sheet is given are six texts that are missing", () => {
  const { beginHeaders, endHeaders, endSheet } = xlsbRecord;
  const [begin, end] = [...xlsbRecords(prepareSheet(record(endSheet), true) ?? Buffer.alloc(0))];
  expect(begin).toMatchObject({ type: beginHeaders, body: Buffer.from(`0000${"ff".repeat(24)}`, "hex") });
  expect(end).toMatchObject({ type: endHeaders, body: Buffer.alloc(0) });
});

/** Prepares a workbook whose calculation has these flags. @returns the types of its sheet's records, and all parts */
async function prepared(sheet: Buffer, workbook: Buffer | undefined, others: [string, string][] = []) {
  const dir = await workFolder();
  const [path, outPath] = [join(dir, "in.xlsb"), join(dir, "out.xlsb")];
  const book: [string, Buffer][] = workbook ? [["xl/workbook.bin", workbook]] : [];
  await writeFile(path, await zipBytes([...book, ["xl/worksheets/sheet1.bin", sheet], ...others]));
  const isChanged = await prepareXlsb(path, outPath);
  expect(existsSync(outPath)).toBe(isChanged);
  if (!isChanged) return undefined;
  using archive = await openArchive(outPath);
  return { types: typesIn(await archive.read("xl/worksheets/sheet1.bin")), names: archive.names };
}
const formulas = record(xlsbRecord.numberFormula, ...eight);
const calculation = (flags: number, bytes = 26) => {
  const body = Buffer.alloc(bytes);
  if (bytes > 24) body[24] = flags;
  return Buffer.concat([record(131), writeXlsbRecord(xlsbRecord.calculation, body), record(132)]);
};

test.each<[string, Buffer | undefined, boolean]>([
  ["has no flags of its calculation", record(131), false],
  ["is missing", undefined, false],
  ["asks for no calculation", calculation(0), false],
  ["sets another flag", calculation(0xfe), false],
  ["asks to compute all formulas", calculation(0x21), true],
  ["states too little of its calculation", calculation(1, 24), false],
])("formulas stay where the workbook's part %s: %s", async (_what, workbook, stays) => {
  const { numberFormula, numberCell } = xlsbRecord;
  expect((await prepared(formulas, workbook))?.types).toEqual([stays ? numberFormula : numberCell]);
});

test("a workbook whose only sheet is cut off is not written, and one with macros is written without them", async () => {
  const cut = Buffer.concat([formulas, Buffer.from([5])]);
  expect(await prepared(cut, undefined)).toBeUndefined();
  const written = await prepared(cut, undefined, [["xl/vbaProject.bin", "x"]]);
  expect(written).toEqual({ types: [xlsbRecord.numberFormula], names: ["xl/worksheets/sheet1.bin"] });
});

test("only parts of worksheets are changed", async () => {
  const dir = await workFolder();
  const names = [
    "xl/worksheets/Sheet2.BIN",
    "xl/worksheets/_rels/sheet1.bin",
    "xl/chartsheets/sheet1.bin",
    "xl/worksheets/sheet1.bin.rels",
  ];
  await writeFile(join(dir, "in.xlsb"), await zipBytes(names.map((name) => [name, formulas] as const)));
  expect(await prepareXlsb(join(dir, "in.xlsb"), join(dir, "out.xlsb"))).toBe(true);
  using archive = await openArchive(join(dir, "out.xlsb"));
  const types = await Promise.all(names.map(async (name) => typesIn(await archive.read(name))));
  expect(types).toEqual([[5], [9], [9], [9]]);
});
