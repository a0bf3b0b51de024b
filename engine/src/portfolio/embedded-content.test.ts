import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { PDFContext, type PDFRawStream } from "@cantoo/pdf-lib";
import { afterAll, expect, test } from "vitest";
import { saysNothing } from "./cover-page.ts";
import { contentOf, sizeOfContent } from "./embedded-content.ts";
import { mayBeEncrypted, mayBePortfolio } from "./embedded-marks.ts";

const folder = mkdtempSync(join(tmpdir(), "sheaf-embedded-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const context = PDFContext.create();
const stream = (bytes: Uint8Array | string, entries: Record<string, unknown> = {}) =>
  context.stream(bytes, entries as Parameters<typeof context.stream>[1]) as PDFRawStream;

const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => [index & 255, index >> 8]).flat());
const flate = { Filter: "FlateDecode" };

async function content(from: PDFRawStream): Promise<{ bytes: Buffer; pieces: number[] }> {
  const pieces: Buffer[] = [];
  for await (const piece of contentOf(from)) pieces.push(piece);
  return { bytes: Buffer.concat(pieces), pieces: pieces.map(({ length }) => length) };
}

test("an embedded file without compression comes in pieces of 64 KB and the rest", async () => {
  const read = await content(stream(bytes));
  expect(read.pieces).toEqual([65_536, 65_536, 65_536, 3_392]);
  expect(read.bytes.equals(bytes)).toBe(true);
  expect((await content(stream("x".repeat(65_536)))).pieces).toEqual([65_536]);
  expect((await content(stream(""))).pieces).toEqual([]);
});

test.each([
  ["with Flate", stream(deflateSync(bytes), flate)],
  ["as hexadecimal digits", stream(`${bytes.toString("hex")}>`, { Filter: "ASCIIHexDecode" })],
  [
    "twice",
    stream(`${deflateSync(bytes).toString("hex")}>`, { Filter: context.obj(["ASCIIHexDecode", "FlateDecode"]) }),
  ],
])("an embedded file that is packed %s is unpacked", async (_what, packed) => {
  expect((await content(packed)).bytes.equals(bytes)).toBe(true);
});

test("an embedded file with a predictor is unpacked, and the predictor undone", async () => {
  const lines = Buffer.from([2, 10, 20, 2, 1, 1]); // each line is what it has more than the line above
  const DecodeParms = context.obj({ Predictor: 12, Columns: 2 });
  const read = await content(stream(deflateSync(lines), { ...flate, DecodeParms }));
  expect([...read.bytes]).toEqual([10, 20, 11, 21]);
});

test.each([
  ["no Flate data", stream("no Flate data", flate)],
  ["Flate data that is cut short", stream(deflateSync(bytes).subarray(0, -20), flate)],
  ["an unknown filter", stream("x", { Filter: "Unknown" })],
])("an embedded file of %s is damaged", async (_what, packed) => {
  await expect(content(packed)).rejects.toMatchObject({ reason: "damaged" });
});

test.each([
  [1_000_000, 200_000],
  [200_000, 200_000],
  [131_072, 196_608],
  [131_071, 131_072],
  [0, 65_536],
])("with a limit of %i bytes, the size of an embedded file is read up to %i", async (limit, size) => {
  expect(await sizeOfContent(stream(bytes), limit)).toBe(size);
});

test("a damaged embedded file has no size", async () => {
  expect(await sizeOfContent(stream("no Flate data", flate), 100)).toBe(0);
});

function written(text: string): string {
  const path = join(folder, "input.pdf");
  writeFileSync(path, text);
  return path;
}

test.each([
  ["an embedded file", "%PDF-1.7 /EmbeddedFile", true],
  ["a collection", "%PDF-1.7 /Collection", true],
  ["neither", "%PDF-1.7 /Catalog", false],
  ["a collection and no PDF", "/Collection", false],
  ["its mark at the end of the first kilobyte", `${" ".repeat(1_019)}%PDF- /Collection`, true],
  ["its mark after that", `${" ".repeat(1_020)}%PDF- /Collection`, false],
])("whether a file with %s may be a portfolio", (_what, text, maybe) => {
  expect(mayBePortfolio(written(text))).toBe(maybe);
});

test("a PDF may be encrypted when the word is in it", () => {
  expect(mayBeEncrypted(written("%PDF-1.7 trailer << /Encrypt 5 0 R >>"))).toBe(true);
  expect(mayBeEncrypted(written("%PDF-1.7 trailer << /Root 5 0 R >>"))).toBe(false);
});

test.each([
  [500, true],
  [501, false],
])("advice of %i characters on a page alone says nothing about the documents: %s", (length, nothing) => {
  const advice = "Open this PDF in Acrobat ";
  expect(saysNothing(`\n${advice.padEnd(length, "x")}\n`)).toBe(nothing);
});

test.each(["Open this file in Acrobat", "Open this PDF in another program"])(
  "a cover page that lacks a word of the usual advice says something: %s",
  (words) => {
    expect(saysNothing(words)).toBe(false);
  },
);
