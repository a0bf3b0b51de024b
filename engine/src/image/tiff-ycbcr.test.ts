import zlib from "node:zlib";
import { PDFContext } from "@cantoo/pdf-lib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { undoPredictor } from "../pdf/predictor.ts";
import { asSeen, convert, expectColours, quarters, quartersOf, type TestTags, tiffAround } from "./testing.ts";
import { readDirectory, type Tags, tiffReader } from "./tiff-directory.ts";
import { tag } from "./tiff-tags.ts";
import { ycbcrPicture } from "./tiff-ycbcr.ts";

/** Not multiples of a block, so that the last blocks extend beyond the picture. */
const [width, height] = [201, 163];

interface Video {
  across: number;
  down: number;
  /** Whether black is 16 and white 235, as in video. */
  isNarrow?: boolean;
  tags?: TestTags;
}

function video({ across, down, isNarrow = false, tags }: Video): Buffer {
  const pixels = quarters(width, height);
  const [black, range, most] = isNarrow ? [16, 219 / 255, 112 / 127] : [0, 1, 1];
  const at = (x: number, y: number) => {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(
      (Math.min(y, height - 1) * width + Math.min(x, width - 1)) * 3,
    );
    const brightness = 0.299 * red + 0.587 * green + 0.114 * blue;
    return [
      black + brightness * range,
      128 + (most * (blue - brightness)) / 1.772,
      128 + (most * (red - brightness)) / 1.402,
    ];
  };
  const blocks: number[] = [];
  for (let y = 0; y < height; y += down) {
    for (let x = 0; x < width; x += across) {
      for (let inside = 0; inside < across * down; inside++)
        blocks.push(at(x + (inside % across), y + Math.floor(inside / across))[0] ?? 0);
      blocks.push(...at(x, y).slice(1));
    }
  }
  const bytes = new Uint8ClampedArray(blocks.map(Math.round));
  const isPacked = tags?.[259]?.[0] === 8;
  const own: TestTags = { 258: [8, 8, 8], 259: [1], 262: [6], 277: [3], 530: [across, down] };
  const levels: TestTags = isNarrow ? { 532: [16, 235, 128, 240, 128, 240] } : {};
  const strip = isPacked ? zlib.deflateSync(bytes) : Buffer.from(bytes);
  return tiffAround(strip, { width, height, tags: { ...own, ...levels, ...tags } });
}

test.each<[string, Video]>([
  ["chrominance for each pixel", { across: 1, down: 1 }],
  ["chrominance for every two pixels", { across: 2, down: 1 }],
  ["chrominance for every four pixels, compressed", { across: 2, down: 2, tags: { 259: [8] } }],
  ["chrominance for every four pixels in a row", { across: 4, down: 1 }],
  ["video levels", { across: 2, down: 2, isNarrow: true }],
])("YCbCr without JPEG compression, with %s, is shown", async (_, given) => {
  expectColours(quartersOf((await convert(video(given))).pages[0]), asSeen);
});

test("YCbCr with JPEG compression is shown", async () => {
  const pixels = sharp(quarters(width, height), { raw: { width, height, channels: 3 } });
  const photo = await pixels.tiff({ compression: "jpeg" }).toBuffer();
  const reader = tiffReader(photo);
  const tags = reader && readDirectory(reader, reader.firstDirectory)?.tags;
  expect([tags?.get(tag.compression), tags?.get(tag.photometric)]).toEqual([[7], [6]]);
  expectColours(quartersOf((await convert(photo)).pages[0]), asSeen);
});

test.each<[string, TestTags]>([
  ["blocks of three", { 530: [3, 1] }],
  ["separate planes", { 284: [2] }],
  ["strips that cut through blocks", { 278: [81] }],
])("YCbCr in %s is refused as unsupported", async (_, tags) => {
  const refused = { reason: "unsupported", detail: expect.stringContaining("few programs can read") };
  await expect(convert(video({ across: 2, down: 2, tags }))).rejects.toMatchObject(refused);
});

/** Reads a small picture of one strip, and returns its pixels. */
async function pixelsOf(strip: number[], size: { width: number; height: number }, others: [number, number[]][] = []) {
  const reader = tiffReader(tiffAround(Buffer.from(strip), { ...size, tags: { 258: [8, 8, 8], 277: [3] } }));
  const directory = reader && readDirectory(reader, reader.firstDirectory);
  if (!reader || !directory) throw new Error("The TIFF is none");
  const tags: Tags = new Map([...directory.tags, ...others]);
  const { encoding, data } = await ycbcrPicture(reader, tags);
  const rows = zlib.inflateSync(Buffer.concat(data));
  return [...undoPredictor(rows, PDFContext.create().obj({ ...encoding.decodeParameters }))];
}
const perPixel: [number, number[]] = [tag.subsampling, [1, 1]];
const onePixel = { width: 1, height: 1 };

test.each<[string, number[], number[], [number, number[]][]]>([
  ["grey", [100, 128, 128], [100, 100, 100], []],
  ["bluish", [100, 148, 118], [86, 100, 135], []],
  ["beyond what RGB can show", [255, 255, 255], [255, 121, 255], []],
  ["in other coefficients", [100, 138, 118], [84, 102, 118], [[tag.coefficients, [0.2, 0.7, 0.1]]]],
  ["white of video", [235, 128, 128], [255, 255, 255], [[tag.blackAndWhite, [16, 235, 128, 240, 128, 240]]]],
  ["black of video", [16, 128, 128], [0, 0, 0], [[tag.blackAndWhite, [16, 235, 128, 240, 128, 240]]]],
  ["in factors that the file leaves out", [100, 138, 148], [140, 100, 120], [[tag.coefficients, []]]],
  ["in levels that the file states for brightness alone", [100, 148, 118], [86, 100, 135], [[532, [0, 255]]]],
  ["in levels that the file leaves out", [100, 148, 118], [86, 100, 135], [[532, []]]],
  ["in levels that begin at 50", [100, 128, 128], [100, 100, 100], [[532, [50, 177.5, 128, 255, 128, 255]]]],
  ["in chrominance of half the range", [100, 138, 118], [72, 107, 135], [[532, [0, 255, 128, 192, 128, 192]]]],
  ["red of video", [16, 128, 168], [64, 0, 0], [[tag.blackAndWhite, [16, 235, 128, 240, 128, 240]]]],
])("a pixel that is %s has these colours", async (_what, strip, pixel, tags) => {
  expect(await pixelsOf(strip, onePixel, [perPixel, ...tags])).toEqual(pixel);
});

test("blocks of four pixels are the usual ones, and extend beyond the picture", async () => {
  const block = (...brightness: number[]) => [...brightness, 128, 128];
  const strip = [...block(1, 2, 4, 5), ...block(3, 99, 6, 99), ...block(7, 8, 99, 99), ...block(9, 99, 99, 99)];
  const greys = await pixelsOf(strip, { width: 3, height: 3 });
  expect(greys).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((grey) => [grey, grey, grey]));
});

test.each<[string, [number, number[]]]>([
  ["four bits", [tag.bits, [8, 4, 8]]],
  ["four samples", [tag.samples, [4]]],
  ["blocks of eight", [tag.subsampling, [1, 8]]],
  ["JPEG compression", [tag.compression, [7]]],
])("YCbCr of %s is refused as unsupported", async (_what, entry) => {
  await expect(pixelsOf([0, 0, 0], onePixel, [perPixel, entry])).rejects.toMatchObject({ reason: "unsupported" });
});

test.each<[string, number[]]>([
  ["not stated", []],
  ["stated for one direction", [2]],
  ["stated", [2, 2]],
])("blocks whose size is %s hold two by two pixels", async (_what, subsampling) => {
  const strip = [1, 2, 3, 4, 128, 128];
  const greys = await pixelsOf(strip, { width: 2, height: 2 }, [[tag.subsampling, subsampling]]);
  expect(greys).toEqual([1, 2, 3, 4].flatMap((grey) => [grey, grey, grey]));
});

test.each([
  [4, 1, [1, 2, 3, 4]],
  [1, 4, [1, 2, 3, 4]],
  [2, 4, [1, 2, 3, 4, 5, 6, 7, 8]],
  [4, 2, [1, 2, 3, 4, 5, 6, 7, 8]],
])("a block of %i by %i pixels holds their rows one after the other", async (width, height, brightness) => {
  const strip = [...brightness, 128, 128];
  const greys = await pixelsOf(strip, { width, height }, [[tag.subsampling, [width, height]]]);
  expect(greys).toEqual(brightness.flatMap((grey) => [grey, grey, grey]));
});

test("each block has its own chrominance", async () => {
  const strip = [100, 100, 128, 128, 100, 100, 148, 118];
  const pixels = await pixelsOf(strip, { width: 4, height: 1 }, [[tag.subsampling, [2, 1]]]);
  expect(pixels).toEqual([100, 100, 100, 100, 100, 100, 86, 100, 135, 86, 100, 135]);
});

test.each<[string, { width: number; height: number }, string]>([
  ["of more than 100 megapixels", { width: 10_000, height: 10_001 }, "too-large"],
  ["without a width", { width: 0, height: 1 }, "damaged"],
  ["without a height", { width: 1, height: 0 }, "damaged"],
])("YCbCr %s is refused", async (_what, size, reason) => {
  await expect(pixelsOf([0], size, [perPixel])).rejects.toMatchObject({ reason });
});
