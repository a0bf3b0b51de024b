import { conversionLimits } from "@sheaf/contracts/limits.ts";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { Picture } from "./picture.ts";
import { unpackedRows } from "./pixels-testing.ts";
import { tiffPictures } from "./tiff.ts";

const u16 = (value: number) => [value & 255, value >> 8];
const u32 = (value: number) => [...u16(value & 0xffff), ...u16(value >>> 16)];

interface Page {
  strip?: number[];
  tags?: Record<number, number>;
  /** Tags of the usual ones to leave out. */
  without?: number[];
}

/** Makes a TIFF of pages of 16 × 2 pixels in black and white; each has a strip, and tags of one value. */
function tiff(pages: Page[], { width = 16, height = 2, next = 0 } = {}): Buffer {
  const file = [...Buffer.from("II*\0"), 0, 0, 0, 0];
  let link = 4;
  const linkTo = (value: number) => file.splice(link, 4, ...u32(value));
  for (const { strip = [], tags = {}, without = [] } of pages) {
    const usual = { 256: width, 257: height, 258: 1, 259: 4, 262: 0, 273: file.length, 277: 1, 278: height };
    const all = { ...usual, 279: strip.length, ...tags };
    file.push(...strip, ...(strip.length % 2 === 1 ? [0] : []));
    const entries = Object.entries(all).filter(([number]) => !without.includes(Number(number)));
    linkTo(file.length);
    file.push(...u16(entries.length));
    for (const [number, value] of entries) file.push(...u16(Number(number)), ...u16(4), ...u32(1), ...u32(value));
    link = file.length;
    file.push(0, 0, 0, 0);
  }
  linkTo(next);
  return Buffer.from(file);
}

const packed = (bits: string): number[] =>
  bits.match(/.{1,8}/g)?.map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2)) ?? [];
const endOfBlock = "000000000001".repeat(2);
/** A row of six white pixels and ten black ones, and another like it. */
const rows = "0011110000010011";
const fax = packed(rows + endOfBlock);

const only = async (file: Buffer) => {
  const { pictures, isWhole } = await tiffPictures(file);
  expect(pictures).toHaveLength(1);
  expect(isWhole).toBe(true);
  const [picture] = pictures;
  if (!picture) throw new Error("The TIFF has no page");
  return picture;
};

/** Decodes a picture of Group 4 codes to bits, white as 1. */
async function bitsOf({ width, height, encoding, data }: Picture) {
  const photometric = encoding.decodeParameters?.BlackIs1 ? 1 : 0;
  const page = tiff([{ strip: [...Buffer.concat(data)], tags: { 262: photometric } }], { width, height });
  const greys = await sharp(page).toColourspace("b-w").raw().toBuffer();
  return [...greys].map((grey) => (grey > 127 ? 1 : 0)).join("");
}
const shown = "1111110000000000".repeat(2);

test("the strip of a fax page is kept, with what its tags say", async () => {
  expect(await only(tiff([{ strip: fax, tags: { 274: 6 } }]))).toEqual({
    width: 16,
    height: 2,
    orientation: 6,
    resolution: undefined,
    encoding: {
      filter: "CCITTFaxDecode",
      decodeParameters: { K: -1, Columns: 16, Rows: 2, BlackIs1: false },
      bitsPerComponent: 1,
      colours: { kind: "grey" },
    },
    data: [Buffer.from(fax)],
  });
});

test("a fax whose black is 1 is kept, and says so", async () => {
  const { encoding, data } = await only(tiff([{ strip: fax, tags: { 262: 1 } }]));
  expect(encoding.decodeParameters).toEqual({ K: -1, Columns: 16, Rows: 2, BlackIs1: true });
  expect(data).toEqual([Buffer.from(fax)]);
});

test("of a fax without the tags of its bits, samples and colours, the usual ones are assumed", async () => {
  const { encoding, data } = await only(tiff([{ strip: fax, without: [258, 262, 277] }]));
  expect(encoding.decodeParameters).toMatchObject({ BlackIs1: false });
  expect(data).toEqual([Buffer.from(fax)]);
});

test("a fax with the lowest bit first is kept with its bits turned", async () => {
  const mirrored = fax.map((byte) => Number.parseInt([...byte.toString(2).padStart(8, "0")].reverse().join(""), 2));
  expect((await only(tiff([{ strip: mirrored, tags: { 266: 2 } }]))).data).toEqual([Buffer.from(fax)]);
  expect((await only(tiff([{ strip: fax, tags: { 266: 1 } }]))).data).toEqual([Buffer.from(fax)]);
});

test("a fax with runs of length 0 is encoded again", async () => {
  const row = `001${"00110101"}${"0000110111"}${rows.slice(0, 14)}`;
  const strip = packed(row + row + endOfBlock);
  const picture = await only(tiff([{ strip }]));
  expect(picture.encoding.filter).toBe("CCITTFaxDecode");
  expect(picture.data).not.toEqual([Buffer.from(strip)]);
  expect(await bitsOf(picture)).toBe(shown);
});

test.each<[string, Page]>([
  ["is stated as 0", { strip: fax, tags: { 279: 0 } }],
  ["is not stated", { strip: fax, without: [279] }],
])("a fax whose length %s is encoded again", async (_what, given) => {
  const picture = await only(tiff([given]));
  expect(picture).toMatchObject({ width: 16, height: 2, encoding: { filter: "CCITTFaxDecode", bitsPerComponent: 1 } });
  expect(await bitsOf(picture)).toBe(shown);
});

test("a strip that is said to reach beyond the file is damaged, one that ends with the file is not", async () => {
  const placed = (at: number, bytes: number) =>
    Buffer.concat([tiff([{ tags: { 273: at, 279: bytes } }]), Buffer.from(fax)]);
  const start = tiff([{}]).length;
  expect((await only(placed(start, fax.length))).data).toEqual([Buffer.from(fax)]);
  await expect(tiffPictures(placed(start, fax.length + 1))).rejects.toMatchObject({ reason: "damaged" });
  await expect(tiffPictures(placed(start + 1, fax.length))).rejects.toMatchObject({ reason: "damaged" });
});

/** 252 and 0 in each row: six pixels of 1 and ten of 0. */
const bits = [252, 0, 252, 0];

test.each<[string, Record<number, number>, string]>([
  ["whose white is 1", { 259: 1, 262: 1 }, shown],
  ["whose black is 1", { 259: 1, 262: 0 }, "0000001111111111".repeat(2)],
])("an uncompressed page in black and white, %s, becomes a fax", async (_what, tags, expected) => {
  const picture = await only(tiff([{ strip: bits, tags: { ...tags, 274: 3 } }]));
  expect(picture).toMatchObject({ width: 16, height: 2, orientation: 3, encoding: { filter: "CCITTFaxDecode" } });
  expect(picture.encoding.decodeParameters).toMatchObject({ K: -1, Columns: 16, Rows: 2 });
  expect(await bitsOf(picture)).toBe(expected);
});

test.each([
  [32_768, "CCITTFaxDecode"],
  [32_769, "FlateDecode"],
])("a page of %i rows in black and white is stored with %s", async (height, filter) => {
  const strip = Array<number>(height).fill(0xaa);
  const picture = await only(tiff([{ strip, tags: { 259: 1 } }], { width: 8, height }));
  expect(picture).toMatchObject({ width: 8, height, encoding: { filter } });
});

test("a page in grey is stored without loss", async () => {
  const strip = Array.from({ length: 32 }, (_, at) => at * 8);
  const picture = await only(tiff([{ strip, tags: { 258: 8, 259: 1, 262: 1 } }]));
  expect(picture.encoding).toMatchObject({ filter: "FlateDecode", colours: { kind: "grey" } });
  expect(unpackedRows(picture)).toEqual(strip);
});

test("a page of JPEG data is stored as JPEG", async () => {
  const photo = await sharp(Buffer.alloc(3072, 99), { raw: { width: 32, height: 32, channels: 3 } })
    .tiff({ compression: "jpeg" })
    .toBuffer();
  expect(await only(photo)).toMatchObject({ width: 32, height: 32, encoding: { filter: "DCTDecode" } });
});

test("pages in colours of separate planes are read", async () => {
  const planes = [10, 20, 30, 40, 50, 60];
  const list = tiff([{ strip: planes, tags: { 258: 8, 259: 1, 262: 2, 277: 3, 284: 2, 278: 1 } }], {
    width: 2,
    height: 1,
  });
  // One strip for each plane: the offsets and lengths follow the file.
  const file = Buffer.concat([list, Buffer.from([8, 10, 12, 2, 2, 2].flatMap(u32))]);
  const directory = file.readUInt32LE(4);
  for (let entry = directory + 2; entry < directory + 2 + file.readUInt16LE(directory) * 12; entry += 12) {
    const number = file.readUInt16LE(entry);
    if (number !== 273 && number !== 279) continue;
    file.writeUInt32LE(3, entry + 4);
    file.writeUInt32LE(list.length + (number === 273 ? 0 : 12), entry + 8);
  }
  expect(unpackedRows(await only(file))).toEqual([10, 30, 50, 20, 40, 60]);
});

test("colours in tiles are read", async () => {
  const colours = Buffer.from(Array.from({ length: 32 * 16 * 3 }, (_, at) => at % 251));
  const tiled = await sharp(colours, { raw: { width: 32, height: 16, channels: 3 } })
    .tiff({ compression: "lzw", tile: true, tileWidth: 16, tileHeight: 16 })
    .toBuffer();
  expect(unpackedRows(await only(tiled))).toEqual([...colours]);
});

test("a second sample beside each grey is read, and left out where it is not alpha", async () => {
  const strip = [10, 0, 20, 255];
  const size = { width: 2, height: 1 };
  const tags = { 258: 8, 259: 1, 262: 1, 277: 2 };
  expect(unpackedRows(await only(tiff([{ strip, tags }], size)))).toEqual([10, 20]);
  expect(unpackedRows(await only(tiff([{ strip, tags: { ...tags, 338: 2 } }], size)))).toEqual([255, 20]);
});

test.each<[string, Record<number, number>]>([
  ["a compression of design programs", { 259: 50_000 }],
  ["a compression of 9", { 259: 9 }],
  ["no compression that exists", { 259: 0 }],
  ["colours of 7", { 262: 7 }],
  ["CIELAB", { 258: 8, 259: 1, 262: 8, 277: 3 }],
  ["raw data of a camera", { 258: 8, 259: 1, 262: 32_803 }],
  ["tiles in planes", { 258: 8, 259: 1, 262: 2, 277: 3, 284: 2, 322: 16 }],
  ["greys in planes", { 258: 8, 259: 1, 262: 1, 277: 2, 284: 2 }],
  ["white greys in planes", { 258: 8, 259: 1, 262: 0, 277: 2, 284: 2 }],
])("a page with %s is unsupported", async (_what, tags) => {
  const detail = expect.stringContaining("few programs can read");
  await expect(tiffPictures(tiff([{ strip: bits, tags }]))).rejects.toMatchObject({ reason: "unsupported", detail });
});

test("a single sample in planes is an ordinary one", async () => {
  expect(await only(tiff([{ strip: fax, tags: { 284: 2 } }]))).toMatchObject({ data: [Buffer.from(fax)] });
});

test.each<[string, { width: number; height: number }, string]>([
  ["no width", { width: 0, height: 2 }, "damaged"],
  ["no height", { width: 2, height: 0 }, "damaged"],
  ["too many pixels", { width: 30_000, height: 10_001 }, "too-large"],
])("a page of %s is refused", async (_what, size, reason) => {
  await expect(tiffPictures(tiff([{ strip: fax }], size))).rejects.toMatchObject({ reason });
});

test("a page without its size is damaged", async () => {
  for (const without of [[256], [257]]) {
    await expect(tiffPictures(tiff([{ strip: fax, without }]))).rejects.toMatchObject({ reason: "damaged" });
  }
});

const page = (orientation: number, kinds: Record<number, number> = {}): Page => ({
  strip: fax,
  tags: { ...kinds, 274: orientation },
});
const orientations = async (pages: Page[]) => (await tiffPictures(tiff(pages))).pictures.map((one) => one.orientation);

test.each<[string, Record<number, number>, boolean]>([
  ["a page among several", { 254: 2 }, true],
  ["nothing in particular", { 254: 0 }, true],
  ["a smaller copy", { 254: 1 }, false],
  ["a mask", { 254: 4 }, false],
  ["a smaller copy of a page among several", { 254: 3 }, false],
  ["a mask of a page among several", { 254: 6 }, false],
  ["of an unknown kind", { 254: 8 }, true],
  ["a whole picture, by the older tag", { 255: 1 }, true],
  ["a smaller copy, by the older tag", { 255: 2 }, false],
  ["a page among several, by the older tag", { 255: 3 }, true],
  ["a page by the newer tag and a copy by the older", { 254: 0, 255: 2 }, true],
])("a directory that is %s counts as a page: %s", async (_what, kinds, isPage) => {
  expect(await orientations([page(2), page(3, kinds), page(4)])).toEqual(isPage ? [2, 3, 4] : [2, 4]);
  expect(await orientations([page(3, kinds)])).toEqual([3]);
});

test("a file of smaller copies alone shows them all", async () => {
  expect(await orientations([page(2, { 254: 1 }), page(3, { 254: 4 })])).toEqual([2, 3]);
});

/** Makes a file of this many directories without anything in them. */
function chain(count: number): Buffer {
  const file = Buffer.alloc(8 + count * 6);
  file.write("II*\0\x08", "latin1");
  for (let index = 0; index < count - 1; index++) file.writeUInt32LE(8 + (index + 1) * 6, 8 + index * 6 + 2);
  return file;
}

test("a file with more pages than the limit is too large", async () => {
  await expect(tiffPictures(chain(conversionLimits.pages + 1))).rejects.toMatchObject({
    reason: "too-large",
    detail: "has more than 2,000 pages. Split it and replace it.",
  });
  await expect(tiffPictures(chain(conversionLimits.pages))).rejects.toMatchObject({ reason: "damaged" });
});

test("a file is whole, cut, or does not say where it ends", async () => {
  const linked = (next: number) => tiffPictures(tiff([{ strip: fax }], { next }));
  expect((await linked(0)).isWhole).toBe(true);
  expect(await linked(0xcdcdcdcd)).toMatchObject({ isWhole: false, pictures: [{ width: 16 }] });
  await expect(linked(5_000)).rejects.toMatchObject({ reason: "damaged" });
});

test("a BigTIFF is read page by page", async () => {
  const [width, height] = [4, 3];
  const pixels = Buffer.alloc(width * height * 2 * 3);
  pixels.fill(200, pixels.length / 2);
  const file = await sharp(pixels, { raw: { width, height: height * 2, channels: 3, pageHeight: height } })
    .tiff({ compression: "lzw", bigtiff: true })
    .toBuffer();
  expect(file.readUInt16LE(2)).toBe(43);
  const { pictures, isWhole } = await tiffPictures(file);
  expect(isWhole).toBe(true);
  expect(pictures.map((picture) => [picture.width, picture.height, picture.encoding.filter])).toEqual([
    [4, 3, "FlateDecode"],
    [4, 3, "FlateDecode"],
  ]);
  expect(pictures.map((picture) => unpackedRows(picture)[0])).toEqual([0, 200]);
});

test("a file that is no TIFF is damaged", async () => {
  await expect(tiffPictures(Buffer.from("II*"))).rejects.toMatchObject({ reason: "damaged" });
  await expect(tiffPictures(Buffer.from("II+\0 and nothing else"))).rejects.toMatchObject({ reason: "damaged" });
});
