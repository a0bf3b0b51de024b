import zlib from "node:zlib";
import { defined } from "@sheaf/contracts/defined.ts";
import { expect, test } from "vitest";
import { unpackedRows } from "./pixels-testing.ts";
import { asSeen, convert, expectColours, quarters, quartersOf, type TestTags, tiffAround } from "./testing.ts";
import { readDirectory, tiffReader } from "./tiff-directory.ts";
import { hasUnusualSampleLayout, unpackedPicture } from "./tiff-samples.ts";

const [width, height] = [200, 160];
const rgb = 2;

interface TestTiff {
  bits: number;
  photometric?: number;
  compression?: number;
  isBig?: boolean;
  /** With 8 bits per sample, which are reduced to `bits`. */
  pixels?: Buffer;
  samples?: number;
  extra?: number[];
  more?: TestTags;
}

/** Makes a TIFF of one strip. */
function tiff({ bits, photometric = rgb, compression = 1, isBig = false, samples = 3, extra, ...given }: TestTiff) {
  const packed = packedRows(given.pixels ?? quarters(width, height), samples, bits);
  const strip = compression === 8 ? zlib.deflateSync(packed) : packed;
  const beyond: TestTags = extra ? { 338: extra } : {};
  const tags: TestTags = {
    258: Array.from({ length: samples }, () => bits),
    259: [compression],
    262: [photometric],
    277: [samples],
    ...beyond,
    ...given.more,
  };
  return tiffAround(strip, { width, height, tags, isBig });
}

/** Packs samples highest bit first; each row begins at a byte. */
function packedRows(pixels: Buffer, samples: number, bits: number): Buffer {
  const rowSamples = width * samples;
  const rows = Array.from({ length: height }, (_, row) => {
    const values = [...pixels.subarray(row * rowSamples, (row + 1) * rowSamples)];
    const digits = values.map((value) => scaled(value, bits).toString(2).padStart(bits, "0")).join("");
    return Buffer.from((digits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2)));
  });
  return Buffer.concat(rows);
}

const scaled = (value: number, bits: number) => Math.round((value / 255) * (2 ** bits - 1));
const greyLevels = [54, 182, 18, 128];

test.each<[string, TestTiff]>([
  ["4 bits", { bits: 4 }],
  ["5 bits, compressed", { bits: 5, compression: 8 }],
  ["10 bits, big-endian", { bits: 10, isBig: true }],
  ["12 bits", { bits: 12 }],
  ["14 bits, compressed", { bits: 14, compression: 8, isBig: true }],
])("colours of %s per sample are shown", async (_, given) => {
  expectColours(quartersOf((await convert(tiff(given))).pages[0]), asSeen);
});

test("colours of 2 bits per sample are shown as closely as possible", async () => {
  const seen = quartersOf((await convert(tiff({ bits: 2 }))).pages[0]);
  expectColours(seen, [...asSeen.slice(0, 3), [170, 170, 170]]);
});

test.each([
  ["white", 1, greyLevels],
  ["black", 0, greyLevels.map((level) => 255 - level)],
])("greys of 12 bits whose highest value is %s are shown", async (_, photometric, levels) => {
  const greys = quarters(width, height);
  const pixels = Buffer.from({ length: width * height });
  for (let at = 0; at < pixels.length; at++) {
    const [red = 0, green = 0, blue = 0] = greys.subarray(at * 3);
    pixels[at] = greyLevels[red === green && green === blue ? 3 : [red, green, blue].indexOf(255)] ?? 0;
  }
  const seen = quartersOf((await convert(tiff({ bits: 12, photometric, pixels, samples: 1 }))).pages[0]);
  expectColours(
    seen,
    levels.map((level) => [level, level, level]),
  );
});

test.each([
  ["unspecified", 1, [0]],
  ["not declared", 1, undefined],
  ["two, unspecified", 2, [0, 0]],
])("extra samples that are %s do not count as transparency", async (_, count, extra) => {
  const samples = 3 + count;
  const colours = quarters(width, height);
  const pixels = Buffer.alloc(width * height * samples);
  for (let at = 0; at < width * height; at++) colours.copy(pixels, at * samples, at * 3, at * 3 + 3);
  for (const bits of [8, 12]) {
    const { pages } = await convert(tiff({ bits, pixels, samples, ...defined({ extra }) }));
    expectColours(quartersOf(pages[0]), asSeen);
  }
});

test("an alpha sample makes pixels transparent", async () => {
  const colours = quarters(width, height);
  const pixels = Buffer.alloc(width * height * 4);
  for (let at = 0; at < width * height; at++) colours.copy(pixels, at * 4, at * 3, at * 3 + 3);
  const { pages } = await convert(tiff({ bits: 8, pixels, samples: 4, extra: [2] }));
  const white = [255, 255, 255];
  expect(quartersOf(pages[0])).toEqual([white, white, white, white]);
});

test.each<[string, TestTiff]>([
  ["24 bits", { bits: 24 }],
  ["floating-point numbers", { bits: 12, more: { 339: [3] } }],
  ["colours in separate planes", { bits: 4, more: { 284: [2] } }],
  ["CIELAB colours", { bits: 4, photometric: 8 }],
])("samples of %s are refused as unsupported", async (_, given) => {
  const refused = { reason: "unsupported", detail: expect.stringContaining("few programs can read") };
  await expect(convert(tiff(given))).rejects.toMatchObject(refused);
});

test("a truncated strip is refused as damaged", async () => {
  const whole = tiff({ bits: 12, compression: 8 });
  const lengthOfStrip = whole.indexOf(Buffer.from([279 - 256, 1, 4, 0]));
  whole.writeUInt32LE(40, lengthOfStrip + 8);
  await expect(convert(whole)).rejects.toMatchObject({ reason: "damaged" });
});

const one = { width: 1, height: 1 };
const oddGreys = { 258: [3], 259: [1], 262: [1], 277: [1] };

test.each<[string, [number, number[]][], boolean]>([
  ["of nothing stated, which is one bit", [], false],
  ["of 1 bit", [[258, [1]]], false],
  ["of 2 bits", [[258, [2]]], false],
  ["of 4 bits", [[258, [4]]], false],
  ["of 8 bits", [[258, [8]]], false],
  ["of 16 bits", [[258, [16]]], false],
  ["of 32 bits", [[258, [32]]], false],
  ["of 3 bits", [[258, [3]]], true],
  ["of 12 bits", [[258, [12]]], true],
  ["of 64 bits", [[258, [64]]], true],
  ["of two samples of 1 bit", [[277, [2]]], true],
  [
    "of two samples of 8 bits",
    [
      [258, [8]],
      [277, [2]],
    ],
    false,
  ],
  [
    "of three samples of 8 bits in grey",
    [
      [258, [8]],
      [262, [1]],
      [277, [3]],
    ],
    true,
  ],
  [
    "of three samples of 8 bits in white grey",
    [
      [258, [8]],
      [262, [0]],
      [277, [3]],
    ],
    true,
  ],
  [
    "of four samples of 8 bits in colour",
    [
      [258, [8]],
      [262, [2]],
      [277, [4]],
    ],
    false,
  ],
  [
    "of five samples of 8 bits in colour",
    [
      [258, [8]],
      [262, [2]],
      [277, [5]],
    ],
    true,
  ],
  [
    "of six samples of 8 bits in inks",
    [
      [258, [8]],
      [262, [5]],
      [277, [6]],
    ],
    false,
  ],
])("a layout %s is unusual: %s", (_what, tags, isUnusual) => {
  expect(hasUnusualSampleLayout(new Map(tags))).toBe(isUnusual);
});

/** Reads a small page of samples that are packed in a strip. */
async function page(strip: number[], { size = one, tags = {} }: { size?: typeof one; tags?: TestTags } = {}) {
  const reader = tiffReader(tiffAround(Buffer.from(strip), { ...size, tags: { ...oddGreys, ...tags } }));
  const directory = reader && readDirectory(reader, reader.firstDirectory);
  if (!reader || !directory) throw new Error("The TIFF is none");
  return unpackedPicture(reader, directory.tags);
}

test.each<[string, number[], TestTags, number[]]>([
  ["of 3 bits", [0b00000101, 0b00111001, 0b01110111], { 256: [8] }, [0, 36, 73, 109, 146, 182, 219, 255]],
  ["of 3 bits, white first", [0b00000101, 0b00111000], { 256: [4], 262: [0] }, [255, 219, 182, 146]],
  ["of 12 bits", [0x00, 0x0f, 0xff, 0x80, 0x00], { 256: [3], 258: [12] }, [0, 255, 128]],
  ["of 16 bits", [0xff, 0xff, 0x80, 0x00], { 256: [2], 258: [16] }, [255, 128]],
  ["of 1 bit and another sample", [0b11011000], { 256: [3], 258: [1], 277: [2] }, [255, 0, 255]],
])("greys %s are stretched to eight bits", async (_what, strip, tags, expected) => {
  const picture = await page(strip, { tags });
  expect(picture.encoding).toMatchObject({ colours: { kind: "grey" }, bitsPerComponent: 8 });
  expect(unpackedRows(picture)).toEqual(expected);
});

test("each row of samples begins with a byte of its own", async () => {
  const picture = await page([0b11100000, 0b00011100, 0b11111100], { size: { width: 2, height: 3 } });
  expect(unpackedRows(picture)).toEqual([255, 0, 0, 255, 255, 255]);
});

test("colours keep their order, and further samples are left out", async () => {
  const tags = { 256: [2], 258: [4, 4, 4, 4], 262: [2], 277: [4] };
  const picture = await page([0x0f, 0x5a, 0xf0, 0x55], { tags });
  expect(picture.encoding.colours).toEqual({ kind: "rgb" });
  expect(unpackedRows(picture)).toEqual([0, 255, 85, 255, 0, 85]);
});

test.each<[string, TestTags]>([
  ["17 bits", { 258: [17] }],
  ["bits that differ", { 258: [4, 3, 4], 262: [2], 277: [3] }],
  ["two samples for three colours", { 258: [4, 4], 262: [2], 277: [2] }],
  ["inks", { 258: [4, 4, 4, 4], 262: [5], 277: [4] }],
  ["signed numbers", { 339: [2] }],
  ["a predictor", { 317: [2] }],
  ["fax codes", { 259: [4] }],
])("a page of %s is unsupported", async (_what, tags) => {
  await expect(page([0, 0, 0, 0, 0, 0], { tags })).rejects.toMatchObject({ reason: "unsupported" });
});

test("a page of more than 100 megapixels is too large, one without a size is damaged", async () => {
  await expect(page([0], { size: { width: 10_000, height: 10_001 } })).rejects.toMatchObject({ reason: "too-large" });
  await expect(page([0], { size: { width: 0, height: 1 } })).rejects.toMatchObject({ reason: "damaged" });
});
