import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { tiffAround } from "./testing.ts";
import { readDirectory, type Tags, tiffReader } from "./tiff-directory.ts";
import { first, hasByteStrips, unpackStrips } from "./tiff-strips.ts";
import { tag } from "./tiff-tags.ts";

test("the first value of a tag is read, or the usual one", () => {
  const tags: Tags = new Map([
    [tag.bits, [8, 4]],
    [tag.planes, []],
  ]);
  expect([tag.bits, tag.planes, tag.samples].map((number) => first(tags, number, 1))).toEqual([8, 1, 1]);
});

test.each<[string, boolean, [number, number[]][]]>([
  ["no tags", true, []],
  ["LZW", true, [[tag.compression, [5]]]],
  ["Deflate", true, [[tag.compression, [8]]]],
  ["PackBits", true, [[tag.compression, [32_773]]]],
  ["the older code of Deflate", true, [[tag.compression, [32_946]]]],
  ["JPEG", false, [[tag.compression, [7]]]],
  ["a fax", false, [[tag.compression, [4]]]],
  ["a predictor", false, [[tag.predictor, [2]]]],
  ["separate planes", false, [[tag.planes, [2]]]],
  ["tiles", false, [[tag.tileWidth, [16]]]],
])("strips with %s can be unpacked without their layout: %s", (_what, expected, tags) => {
  expect(hasByteStrips(new Map(tags))).toBe(expected);
});

const bytes = Buffer.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
/** Unpacks a page of two strips, of two rows and of one. */
async function unpacked(isBig: boolean, compression: number, pack: (strip: Buffer) => Buffer) {
  const [one, other] = [pack(bytes.subarray(0, 8)), pack(bytes.subarray(8))];
  const tags = {
    258: [8],
    [tag.compression]: [compression],
    [tag.stripOffsets]: [8, 8 + one.length],
    [tag.rowsPerStrip]: [2],
    [tag.stripLengths]: [one.length, other.length],
  };
  const reader = tiffReader(tiffAround(Buffer.concat([one, other]), { width: 4, height: 3, tags, isBig }));
  const directory = reader && readDirectory(reader, reader.firstDirectory);
  if (!reader || !directory) throw new Error("The TIFF is none");
  return [...(await unpackStrips(reader, directory.tags, { rowBytes: 4, rows: 3, rowsPerStrip: 2 }))];
}

test.each([
  ["plain", 1, (strip: Buffer) => strip],
  ["deflated", 8, (strip: Buffer) => deflateSync(strip)],
])("%s strips are unpacked to rows of bytes, in either byte order", async (_what, compression, pack) => {
  expect(await unpacked(false, compression, pack)).toEqual([...bytes]);
  expect(await unpacked(true, compression, pack)).toEqual([...bytes]);
});

test("one strip may state more rows than there are, and its bytes may be odd", async () => {
  const reader = tiffReader(tiffAround(bytes.subarray(0, 9), { width: 3, height: 3, tags: { 258: [8] } }));
  const tags: Tags = new Map([
    [tag.stripOffsets, [8]],
    [tag.stripLengths, [9]],
  ]);
  if (!reader) throw new Error("The TIFF is none");
  expect([...(await unpackStrips(reader, tags, { rowBytes: 3, rows: 3, rowsPerStrip: 0xffffffff }))]).toEqual([
    ...bytes.subarray(0, 9),
  ]);
});

test("damaged strips are refused", async () => {
  await expect(unpacked(false, 8, () => Buffer.from("damson"))).rejects.toMatchObject({ reason: "damaged" });
});
