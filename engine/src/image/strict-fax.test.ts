import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { expect, test } from "vitest";
import { syntaxOf } from "../pdf/testing.ts";
import { isStrictFax } from "./strict-fax.ts";
import { convert, white } from "./testing.ts";
import { readDirectories, tiffReader } from "./tiff-directory.ts";

const endOfBlock = "000000000001".repeat(2);

/** Encodes a fax with libvips, in one strip. */
const faxOf = (pixels: Buffer, width: number, height: number): Promise<Buffer> =>
  sharp(pixels, { raw: { width, height, channels: 1 } })
    .toColourspace("b-w")
    .tiff({ compression: "ccittfax4", bitdepth: 1, tileHeight: height })
    .toBuffer();

function stripOf(tiff: Buffer): Buffer {
  const reader = tiffReader(tiff);
  const tags = reader && readDirectories(reader, 1).directories[0];
  const [offset = 0, length = 0] = [273, 279].map((number) => tags?.get(number)?.[0]);
  return tiff.subarray(offset, offset + length);
}

/**
 * Returns rows that begin in alternating colours, with a run that grows from row to row, so that every length occurs.
 */
function runs(width: number, height: number): Buffer {
  const pixels = Buffer.alloc(width * height, 255);
  for (let y = 0; y < height; y++)
    pixels.fill(0, y * width + (y % 2) * (y >> 1), (y + 1) * width - ((y + 1) % 2) * (y >> 1));
  return pixels;
}

test.each([
  ["of noise", randomBytes(1000 * 300), 1000, 300],
  ["of runs of every length", runs(2700, 5400), 2700, 5400],
  ["of runs longer than the longest code", runs(9000, 40), 9000, 40],
  ["of one pixel", Buffer.of(0), 1, 1],
  ["of narrow rows", randomBytes(500), 1, 500],
  ["all white", Buffer.alloc(900 * 50, 255), 900, 50],
  ["all black", Buffer.alloc(900 * 50), 900, 50],
] as const)("a strip %s is read to its end", async (_, pixels, width, height) => {
  const strip = stripOf(await faxOf(pixels, width, height));
  expect(isStrictFax(strip, width, height)).toBe(true);
  expect(isStrictFax(strip, width, height + 1)).toBe(false);
  if (height > 1) expect(isStrictFax(strip, width, height - 1)).toBe(false);
});

const packed = (bits: string): Buffer =>
  Buffer.from(bits.match(/.{1,8}/g)?.map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2)) ?? []);

const [pass, horizontal, straight] = ["0001", "001", "1"];
const [rightOne, leftTwo] = ["011", "000010"];
const whites = ["00110101", "000111", "0111", "1000", "1011", "1100", "1110", "1111", "10011"];
const blacks = ["0000110111", "010", "11", "10", "011", "0011", "0010", "00011", "000101"];
/** Returns the code of two runs of these lengths in pixels, the first white. */
const pair = (first: number, second: number) => horizontal + whites[first] + blacks[second];

test.each([
  ["white rows", [straight, straight]],
  ["a row that begins in black", [pair(0, 8), straight + straight]],
  ["a row that ends within a pair", [pair(8, 0), straight]],
  ["a change skipped in pass mode", [pair(3, 2) + straight, pass + straight]],
])("two rows of eight pixels are strict: %s", (_, rows) => {
  const bits = rows.join("");
  expect(isStrictFax(packed(bits + endOfBlock), 8, 2)).toBe(true);
  expect(isStrictFax(packed(bits), 8, 2)).toBe(true);
  expect(isStrictFax(packed(bits + "0".repeat(100)), 8, 2)).toBe(true);
  expect(isStrictFax(packed(`${bits}0000000001${endOfBlock}`), 8, 2)).toBe(false);
});

test.each([
  ["a pair of length 0 at the start of a row", [pair(0, 0) + straight, straight]],
  ["a pair of length 0 within a row", [pair(3, 2) + pair(0, 0) + straight, straight]],
  ["a first run of length 0 within a row", [pair(3, 2) + pair(0, 3), straight]],
  ["a second run of length 0 within a row", [pair(3, 0) + straight, straight]],
  ["a change at the position of the last one", [pair(3, 2) + straight, straight + leftTwo + straight]],
  ["a change before the last one", [pair(4, 1) + straight, straight + leftTwo + straight]],
  ["a pair that is too wide", [pair(8, 1), straight]],
  ["a change beyond the end", [rightOne, straight]],
  ["pass mode without a change to skip", [pass + straight, straight]],
  ["an unknown code", [straight, "0000001111"]],
  ["an unknown run", [`${horizontal}00000000`, straight]],
  ["one row too few", [straight]],
  ["one row too many", [straight, straight, straight]],
])("two rows of eight pixels are not strict: %s", (_, rows) => {
  expect(isStrictFax(packed(rows.join("") + endOfBlock), 8, 2)).toBe(false);
});

test.each([
  ["three left", "0000010", 0],
  ["two left", leftTwo, 1],
  ["one left", "010", 2],
  ["at the same place", straight, 3],
  ["one right", rightOne, 4],
  ["two right", "000011", 5],
  ["three right", "0000011", 6],
])("a change %s of the one above, at 3, leaves the rest of the row", (_what, code, place) => {
  const isStrict = (white: number) => {
    const rest = horizontal + blacks[1] + whites[white];
    return isStrictFax(packed(pair(3, 2) + straight + code + rest + endOfBlock), 9, 2);
  };
  const left = 9 - place - 1;
  expect([isStrict(left - 1), isStrict(left)]).toEqual([false, true]);
  if (left < 8) expect(isStrict(left + 1)).toBe(false);
});

test.each<[string, string[]]>([
  ["two pairs", [pair(1, 1) + pair(1, 1) + straight, pair(2, 2) + pair(2, 2)]],
  ["a pair after a change", [pair(3, 2) + straight, straight + horizontal + blacks[2] + whites[3]]],
  ["a pass and a pair", [pair(1, 1) + straight, pass + pair(2, 4)]],
  ["two passes and a pair", [pair(1, 1) + pair(1, 1) + straight, pass + pass + pair(2, 2)]],
  ["a pass and a change", [pair(1, 2) + pair(3, 1) + straight, `${pass}010${horizontal}${blacks[1]}${whites[2]}`]],
])("two rows of eight pixels are strict: %s", (_what, rows) => {
  const bits = packed(rows.join("") + endOfBlock);
  expect([7, 8, 9].map((width) => isStrictFax(bits, width, 2))).toEqual([false, true, false]);
  expect([1, 3].map((height) => isStrictFax(bits, 8, height))).toEqual([false, false]);
});

test.each<[string, number, string]>([
  ["64 white", 64, `11011${whites[0]}${blacks[0]}`],
  ["1728 white", 1728, `010011011${whites[0]}${blacks[0]}`],
  ["1792 white", 1792, `00000001000${whites[0]}${blacks[0]}`],
  ["2560 white", 2560, `000000011111${whites[0]}${blacks[0]}`],
  ["2561 white", 2561, `000000011111${whites[1]}${blacks[0]}`],
  ["63 white", 63, `00110100${blacks[0]}`],
  ["64 black", 64, `${whites[0]}0000001111${blacks[0]}`],
  ["63 black", 63, `${whites[0]}000001100111`],
  ["1728 black", 1728, `${whites[0]}0000001100101${blacks[0]}`],
  ["1792 black", 1792, `${whites[0]}00000001000${blacks[0]}`],
])("a run of %s pixels fills a row of %i", (_what, width, codes) => {
  const bits = packed(horizontal + codes + endOfBlock);
  expect([width - 1, width, width + 1].map((columns) => isStrictFax(bits, columns, 1))).toEqual([false, true, false]);
});

test("an end of block may begin at any bit of the last byte", () => {
  for (let width = 1; width <= 8; width++) {
    const row = straight.repeat(width);
    expect(isStrictFax(packed(row + endOfBlock), 5, width)).toBe(true);
    expect(isStrictFax(packed(row + endOfBlock.slice(0, -1)), 5, width)).toBe(false);
    expect(isStrictFax(packed(`${row}${"0".repeat(40)}1`), 5, width)).toBe(false);
    expect(isStrictFax(packed(`${row}${"0".repeat(20)}1`), 5, width)).toBe(false);
  }
});

test("data may end with its last code", () => {
  expect(isStrictFax(packed(straight.repeat(8)), 5, 8)).toBe(true);
  expect(isStrictFax(packed(straight.repeat(8)), 5, 9)).toBe(false);
  expect(isStrictFax(packed("0000001"), 5, 1)).toBe(false);
});

test("a picture without rows holds an end of block at most", () => {
  expect(isStrictFax(packed(endOfBlock), 5, 0)).toBe(true);
  expect(isStrictFax(Buffer.of(), 5, 0)).toBe(true);
  expect(isStrictFax(packed(straight), 5, 0)).toBe(false);
});

test("a truncated strip, or one with missing bytes, is not strict", async () => {
  const [width, height] = [600, 200];
  const strip = stripOf(await faxOf(randomBytes(width * height), width, height));
  expect(isStrictFax(strip, width, height)).toBe(true);
  expect(isStrictFax(strip.subarray(0, strip.length >> 1), width, height)).toBe(false);
  const lacking = Buffer.concat([strip.subarray(0, 3000), strip.subarray(3002)]);
  expect(isStrictFax(lacking, width, height)).toBe(false);
  expect(isStrictFax(Buffer.of(), width, height)).toBe(false);
});

/** Makes a TIFF page of one Group 4 strip; bits that are not set are white. */
function fax(strip: Buffer, side: number, fillOrder: number): Buffer {
  const entries = [
    [256, side],
    [257, side],
    [258, 1],
    [259, 4],
    [262, 0],
    [266, fillOrder],
    [273, 8],
    [277, 1],
    [278, side],
    [279, strip.length],
  ];
  const directory = Buffer.alloc(2 + entries.length * 12 + 4);
  directory.writeUInt16LE(entries.length);
  for (const [index, [number = 0, value = 0]] of entries.entries()) {
    const at = 2 + index * 12;
    directory.writeUInt16LE(number, at);
    directory.writeUInt16LE(4, at + 2);
    directory.writeUInt32LE(1, at + 4);
    directory.writeUInt32LE(value, at + 8);
  }
  const header = Buffer.from("II*\0\0\0\0\0", "latin1");
  header.writeUInt32LE(8 + strip.length, 4);
  return Buffer.concat([header, strip, directory]);
}

const mirrored = (byte: number) => Number.parseInt(byte.toString(2).padStart(8, "0").split("").reverse().join(""), 2);

test.each([
  ["a valid page is kept", "", 1, true],
  ["a valid page with reversed bit order is kept", "", 2, true],
  ["a page with runs of length 0 is encoded again", pair(0, 0), 1, false],
  ["a page with runs of length 0 and reversed bit order is encoded again", pair(0, 0), 2, false],
])("%s, and looks unchanged", async (_, before, fillOrder, isKept) => {
  const row = `${before}${horizontal}010111${whites[8]}000011001001${blacks[8]}`; // 200 white, 200 black
  const strip = packed(row.repeat(400) + endOfBlock);
  const { pages, pdfPath } = await convert(
    fax(fillOrder === 2 ? Buffer.from(strip.map(mirrored)) : strip, 400, fillOrder),
  );
  expect(syntaxOf(pdfPath)).toContain("CCITTFaxDecode");
  expect((await readFile(pdfPath)).includes(strip)).toBe(isKept);
  const [x, y] = [(pages[0]?.width ?? 0) / 2, (pages[0]?.height ?? 0) / 2];
  for (const up of [-30, 0, 30]) {
    expect([pages[0]?.colourAt(x - 20, y + up), pages[0]?.colourAt(x + 20, y + up)]).toEqual([white, [0, 0, 0]]);
  }
});
