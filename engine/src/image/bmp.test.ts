import { expect, test } from "vitest";
import { bmpPicture } from "./bmp.ts";
import { unpackedRows } from "./pixels-testing.ts";

interface Bitmap {
  width: number;
  height: number;
  bits: number;
  method?: number;
  /** After the header: masks or colours, which the pixels follow. */
  before?: number[];
  pixels: number[];
}

function bitmap({ width, height, bits, method = 0, before = [], pixels }: Bitmap): Buffer {
  const header = Buffer.alloc(54);
  header.write("BM", "latin1");
  header.writeUInt32LE(54 + before.length, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(width, 18);
  header.writeInt32LE(height, 22);
  header.writeUInt16LE(bits, 28);
  header.writeUInt32LE(method, 30);
  return Buffer.concat([header, Buffer.from([...before, ...pixels])]);
}

async function read(given: Bitmap) {
  const result = await bmpPicture(bitmap(given));
  if (!("picture" in result)) throw new Error("The bitmap wraps another picture");
  return result.picture;
}
const rowsOf = async (given: Bitmap) => unpackedRows(await read(given));

const longs = (...values: number[]) => [...Buffer.from(new Uint32Array(values).buffer)];
const shorts = (...values: number[]) => [...Buffer.from(new Uint16Array(values).buffer)];
const twoColours = [3, 2, 1, 0, 6, 5, 4, 0];

test("a picture of 24 bits is read as red, green and blue, without the padding of its rows", async () => {
  const pixels = [1, 2, 3, 4, 5, 6, 7, 8, 9, 99, 99, 99, 11, 12, 13, 14, 15, 16, 17, 18, 19];
  const picture = await read({ width: 3, height: 2, bits: 24, pixels });
  expect(picture).toMatchObject({ width: 3, height: 2, orientation: 4, resolution: undefined });
  expect(picture.encoding).toEqual({
    filter: "FlateDecode",
    decodeParameters: { Predictor: 15, Colors: 3, BitsPerComponent: 8, Columns: 3 },
    bitsPerComponent: 8,
    colours: { kind: "rgb" },
  });
  expect(unpackedRows(picture)).toEqual([3, 2, 1, 6, 5, 4, 9, 8, 7, 13, 12, 11, 16, 15, 14, 19, 18, 17]);
});

test("a picture whose top row comes first is stored upright", async () => {
  const picture = await read({ width: 1, height: -1, bits: 24, pixels: [1, 2, 3, 0] });
  expect(picture).toMatchObject({ height: 1, orientation: 1 });
});

test.each<[number, number, number, number[], number[]]>([
  [1, 10, 1, [0xaa, 0x40, 99, 99, 0x55, 0x80], [0xaa, 0x40, 0x55, 0x80]],
  [4, 3, 4, [0x12, 0x30, 99, 99, 0x32, 0x10], [0x12, 0x30, 0x32, 0x10]],
  [8, 5, 8, [1, 2, 3, 4, 5, 99, 99, 99, 5, 4, 3, 2, 1], [1, 2, 3, 4, 5, 5, 4, 3, 2, 1]],
])("a picture of %i bits keeps its rows packed, and its palette", async (bits, width, packed, pixels, rows) => {
  const colours = 1 << bits;
  const before = Array.from({ length: colours }, () => [3, 2, 1, 0]).flat();
  const picture = await read({ width, height: 2, bits, before, pixels });
  expect(picture.encoding).toEqual({
    filter: "FlateDecode",
    decodeParameters: { Predictor: 15, Colors: 1, BitsPerComponent: packed, Columns: width },
    bitsPerComponent: packed,
    colours: { kind: "palette", palette: Buffer.from(Array.from({ length: colours }, () => [1, 2, 3]).flat()) },
  });
  expect(unpackedRows(picture)).toEqual(rows);
});

test.each<[string, Bitmap, number[]]>([
  ["4 bits", { width: 3, height: 2, bits: 4, method: 2, pixels: [3, 0x12, 0, 0, 3, 0x21, 0, 1] }, [1, 2, 1, 2, 1, 2]],
  ["8 bits", { width: 3, height: 2, bits: 8, method: 1, pixels: [3, 7, 0, 0, 2, 9, 0, 1] }, [7, 7, 7, 9, 9, 0]],
])("runs of %s become a byte for each pixel", async (_what, given, rows) => {
  const picture = await read({ ...given, before: Array.from({ length: 4 << given.bits }, () => 0) });
  expect(picture.encoding).toMatchObject({ bitsPerComponent: 8, decodeParameters: { BitsPerComponent: 8, Colors: 1 } });
  expect(unpackedRows(picture)).toEqual(rows);
});

test.each<[string, Bitmap]>([
  ["1 bit", { width: 9, height: 3, bits: 1, before: twoColours, pixels: [1, 2, 0, 0, 3, 4, 0, 0, 5, 6] }],
  ["16 bits", { width: 1, height: 2, bits: 16, pixels: [1, 2, 0, 0, 3, 4] }],
  ["24 bits", { width: 1, height: 2, bits: 24, pixels: [1, 2, 3, 0, 4, 5, 6] }],
  ["32 bits", { width: 1, height: 2, bits: 32, pixels: [1, 2, 3, 0, 4, 5, 6, 0] }],
])("of a picture of %s, only the padding of the last row may be missing", async (_what, given) => {
  await expect(read(given)).resolves.toBeDefined();
  const shorter = read({ ...given, pixels: given.pixels.slice(0, -1) });
  await expect(shorter).rejects.toMatchObject({ reason: "damaged" });
});

test("five bits of each colour are stretched to eight", async () => {
  const pixels = shorts(0x7c00, 0x03e0, 0x001f, (16 << 10) | (8 << 5) | 4);
  expect(await rowsOf({ width: 4, height: 1, bits: 16, pixels })).toEqual([
    ...[255, 0, 0, 0, 255, 0, 0, 0, 255],
    ...[132, 66, 33],
  ]);
});

test("rows of 16 and of 32 bits begin at multiples of four bytes", async () => {
  const pixels = [...shorts(0x7c00, 0x03e0, 0x001f), 99, 99, ...shorts(0x001f, 0x7c00, 0x03e0)];
  const [red, green, blue] = [
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
  ] as const;
  expect(await rowsOf({ width: 3, height: 2, bits: 16, pixels })).toEqual([red, green, blue, blue, red, green].flat());
  const wide = longs(0xff0000, 0x00ff00, 0x0000ff, 0xff0000);
  expect(await rowsOf({ width: 2, height: 2, bits: 32, pixels: wide })).toEqual([red, green, blue, red].flat());
});

test("a colour whose mask is empty is dark", async () => {
  const before = longs(0xff00, 0, 0xff);
  expect(await rowsOf({ width: 1, height: 1, bits: 32, method: 3, before, pixels: longs(0xffffffff) })).toEqual([
    255, 0, 255,
  ]);
});

const withAlpha = { bits: 32, method: 6, before: longs(0xff0000, 0xff00, 0xff, 0xff000000) };

test("transparent pixels are mixed with white by their opacity", async () => {
  const pixels = longs(0xff102030, 0x80102030, 0x00102030);
  expect(await rowsOf({ ...withAlpha, width: 3, height: 1, pixels })).toEqual([
    ...[16, 32, 48],
    ...[135, 143, 151],
    ...[255, 255, 255],
  ]);
});

test("an alpha channel that hides all pixels is ignored, one that shows the last pixel counts", async () => {
  const hidden = longs(0x00102030, 0x00102030, 0x00102030, 0x00102030);
  const colour = [16, 32, 48];
  expect(await rowsOf({ ...withAlpha, width: 2, height: 2, pixels: hidden })).toEqual(
    [colour, colour, colour, colour].flat(),
  );
  const white = [255, 255, 255];
  const shown = hidden.with(-1, 0xff);
  expect(await rowsOf({ ...withAlpha, width: 2, height: 2, pixels: shown })).toEqual(
    [white, white, white, colour].flat(),
  );
});

test("an empty mask of alpha is none", async () => {
  const before = longs(0xff0000, 0xff00, 0xff, 0);
  const pixels = longs(0xff102030);
  expect(await rowsOf({ bits: 32, method: 6, before, width: 1, height: 1, pixels })).toEqual([16, 32, 48]);
});

test("masks of a picture of 24 bits do not count", async () => {
  const before = longs(0xff, 0xff00, 0xff0000, 0xff000000);
  expect(await rowsOf({ bits: 24, method: 6, before, width: 1, height: 1, pixels: [1, 2, 3] })).toEqual([3, 2, 1]);
});

test("16 bits may hold a bit of alpha", async () => {
  const before = longs(0x7c00, 0x03e0, 0x001f, 0x8000);
  const pixels = shorts(0xfc00, 0x7c00, 0x801f);
  expect(await rowsOf({ bits: 16, method: 6, before, width: 3, height: 1, pixels })).toEqual([
    ...[255, 0, 0, 255, 255, 255, 0, 0, 255],
  ]);
});

test("a picture of many rows is compressed whole", async () => {
  const [width, height] = [700, 60];
  const pixels = Array.from({ length: width * height * 3 }, (_, at) => (at * at) % 251);
  const rows = await rowsOf({ width, height, bits: 24, pixels });
  expect(rows).toHaveLength(pixels.length);
  expect([rows.at(0), rows.at(-1)]).toEqual([pixels[2], pixels.at(-3)]);
});

test("a PNG or JPEG inside a bitmap is returned as it is", async () => {
  const result = await bmpPicture(bitmap({ width: 1, height: 1, bits: 24, method: 5, pixels: [0x89, 0x50, 0x4e] }));
  expect(result).toEqual({ wrapped: Buffer.from([0x89, 0x50, 0x4e]) });
});
