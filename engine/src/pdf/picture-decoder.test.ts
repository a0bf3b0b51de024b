import { deflateSync } from "node:zlib";
import { PDFContext, PDFRawStream } from "@cantoo/pdf-lib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { openPicture } from "./picture-decoder.ts";

const context = PDFContext.create();
interface Given {
  width?: number;
  height?: number;
  samples?: 1 | 3;
}
/** Opens a picture, by default a grey one of 2 × 2 pixels. */
const open = (entries: object, data: Uint8Array, { width = 2, height = 2, samples = 1 }: Given = {}) =>
  openPicture({
    stream: PDFRawStream.of(context.obj(entries as never) as never, data),
    size: { width, height },
    samples,
  });
/** The samples that a picture is decoded to; undefined when it is not. */
async function samplesOf(...given: Parameters<typeof open>): Promise<number[] | undefined> {
  const decoder = await open(...given);
  const space = given[2]?.samples === 3 ? "srgb" : "b-w";
  return decoder && [...(await decoder.raster.toColourspace(space).raw().toBuffer())];
}

const grey = [10, 200, 30, 40];
const rgb = [1, 2, 3, 40, 50, 60, 70, 80, 90, 100, 110, 120];
const colour: Given = { samples: 3 };

test("uncompressed samples are read as they are, without what follows them", async () => {
  expect(await samplesOf({}, Buffer.from(grey))).toEqual(grey);
  expect(await samplesOf({}, Buffer.from([...grey, 10, 13]))).toEqual(grey);
  expect(await samplesOf({}, Buffer.from(rgb), colour)).toEqual(rgb);
  expect(await samplesOf({}, Buffer.from(grey.slice(1)))).toBeUndefined();
  expect(await samplesOf({}, Buffer.from(rgb.slice(1)), colour)).toBeUndefined();
  expect((await open({}, Buffer.from(grey)))?.isPhoto).toBe(false);
});

test("samples in a part of a larger buffer are read from there", async () => {
  const larger = Buffer.from([9, 9, 9, ...grey, 9]);
  expect(await samplesOf({}, larger.subarray(3, 7))).toEqual(grey);
});

const flate = (parameters?: unknown) => ({
  Filter: "FlateDecode",
  ...(parameters !== undefined && { DecodeParms: parameters }),
});
const packed = (...bytes: number[]) => deflateSync(Buffer.from(bytes));

test("Flate data is unpacked, also with up to 1,024 bytes after the last row", async () => {
  const extra = (bytes: number) => packed(...grey, ...Array<number>(bytes).fill(7));
  expect(await samplesOf(flate(), packed(...grey))).toEqual(grey);
  expect(await samplesOf(flate({ Predictor: 1, Columns: 9 }), packed(...grey))).toEqual(grey);
  expect(await samplesOf(flate(), extra(1_024))).toEqual(grey);
  await expect(samplesOf(flate(), extra(1_025))).rejects.toThrow("unpacks to more");
  expect(await samplesOf(flate(), packed(...rgb), colour)).toEqual(rgb);
  expect(await samplesOf(flate(), packed(...rgb.slice(1)), colour)).toBeUndefined();
  expect(await samplesOf(flate(), Buffer.from(grey))).toBeUndefined();
});

/** The rows of the grey picture with PNG's filters None and Up. */
const rows = packed(0, 10, 200, 2, 20, 96);
test.each<[string, object, number[] | undefined]>([
  ["all parameters", { Predictor: 15, Colors: 1, BitsPerComponent: 8, Columns: 2 }, grey],
  ["the predictor None", { Predictor: 10, Columns: 2 }, grey],
  ["its predictor and columns", { Predictor: 12, Columns: 2 }, grey],
  ["parameters in a list", [{ Predictor: 12, Columns: 2 }], grey],
  ["an undefined predictor", { Predictor: 9, Columns: 2 }, undefined],
  ["TIFF's predictor", { Predictor: 2, Columns: 2 }, undefined],
  ["other columns", { Predictor: 12, Columns: 3 }, undefined],
  ["no columns", { Predictor: 12 }, undefined],
  ["other colours", { Predictor: 12, Columns: 2, Colors: 3 }, undefined],
  ["samples of 4 bits", { Predictor: 12, Columns: 2, BitsPerComponent: 4 }, undefined],
])("rows with PNG filters and %s are decoded or not", async (_what, parameters, samples) => {
  expect(await samplesOf(flate(parameters), rows)).toEqual(samples);
});

test("rows in colour with PNG filters need their number of colours", async () => {
  const coloured = packed(0, ...rgb.slice(0, 6), 0, ...rgb.slice(6));
  const parameters = { Predictor: 15, Columns: 2 };
  expect(await samplesOf(flate({ ...parameters, Colors: 3 }), coloured, colour)).toEqual(rgb);
  expect(await samplesOf(flate(parameters), coloured, colour)).toBeUndefined();
  expect((await open(flate({ ...parameters, Colors: 3 }), coloured, colour))?.isPhoto).toBe(false);
});

test.each([
  [1, 16_384, 16_384, true],
  [1, 16_384, 16_385, false],
  [3, 16_384, 5_461, true],
  [3, 16_384, 5_462, false],
] as const)(
  "a picture of %i samples and %i × %i pixels unpacks to 256 MB, or to more",
  async (samples, width, height, isOpened) => {
    const parameters = { Predictor: 15, Colors: samples, Columns: width };
    expect((await open(flate(parameters), rows, { width, height, samples })) !== undefined).toBe(isOpened);
  },
);

const drawn = sharp(Buffer.from(rgb), { raw: { width: 2, height: 2, channels: 3 } });
const jpeg = await drawn.jpeg().toBuffer();
const progressive = await drawn.jpeg({ progressive: true }).toBuffer();
const greyJpeg = await drawn.clone().toColourspace("b-w").jpeg().toBuffer();
const dct = { Filter: "DCTDecode" };

test("a JPEG is opened as a photo when it is as large and has as many colours as stated", async () => {
  expect((await open(dct, jpeg, colour))?.isPhoto).toBe(true);
  expect((await open(dct, greyJpeg))?.isPhoto).toBe(true);
  expect(await open(dct, jpeg)).toBeUndefined();
  expect(await open(dct, greyJpeg, colour)).toBeUndefined();
  expect(await open(dct, jpeg, { ...colour, width: 3 })).toBeUndefined();
  expect(await open(dct, jpeg, { ...colour, height: 1 })).toBeUndefined();
  expect(await open(dct, await drawn.png().toBuffer(), colour)).toBeUndefined();
});

/** Changes the size that a JPEG states. */
function enlarged(bytes: Buffer, marker: number, width: number, height: number): Buffer {
  const changed = Buffer.from(bytes);
  const at = changed.indexOf(Buffer.from([0xff, marker]));
  changed.writeUInt16BE(height, at + 5);
  changed.writeUInt16BE(width, at + 7);
  return changed;
}

test("a progressive JPEG of more than 50,000,000 pixels is not opened", async () => {
  const opened = async (bytes: Buffer, marker: number, height: number) =>
    (await open(dct, enlarged(bytes, marker, 10_000, height), { ...colour, width: 10_000, height })) !== undefined;
  expect(await opened(progressive, 0xc2, 5_000)).toBe(true);
  expect(await opened(progressive, 0xc2, 5_001)).toBe(false);
  expect(await opened(jpeg, 0xc0, 5_001)).toBe(true);
});

test.each<[string, object]>([
  ["two filters", { Filter: ["FlateDecode", "DCTDecode"] }],
  ["another filter", { Filter: "LZWDecode" }],
  ["a JPEG with parameters", { ...dct, DecodeParms: { ColorTransform: 0 } }],
  ["a JPEG with parameters in a list", { ...dct, DecodeParms: [{ ColorTransform: 0 }] }],
])("a picture with %s is not opened", async (_what, entries) => {
  expect(await open(entries, jpeg, colour)).toBeUndefined();
});

test("a filter in a list without parameters is like one alone", async () => {
  expect(await samplesOf({ Filter: ["FlateDecode"] }, packed(...grey))).toEqual(grey);
  expect(await open({ Filter: ["DCTDecode"], DecodeParms: [null] }, jpeg, colour)).toBeDefined();
});
