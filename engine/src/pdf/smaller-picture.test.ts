import { PDFContext, type PDFObject, PDFRawStream } from "@cantoo/pdf-lib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { entry, name } from "./objects.ts";
import { type PictureTarget, smallerPicture } from "./shrink-picture.ts";

const target: PictureTarget = { dotsPerInch: 200, jpegQuality: 85, alsoLossless: false };
const context = PDFContext.create();
const [width, height] = [100, 50];
/** Grain, so that samples as they are take more bytes than a JPEG. */
const grain = (length: number) => Buffer.from(Array.from({ length }, (_, at) => (at * at * 7919 + at * 104_729) % 251));
const plain = { Width: width, Height: height, BitsPerComponent: 8, ColorSpace: "DeviceGray" };
const stream = (entries: object, data: Uint8Array) => PDFRawStream.of(context.obj(entries as never) as never, data);
const picture = (entries: object = {}, samples = 1) =>
  stream({ ...plain, ...entries }, grain(width * height * samples));
/** 200 dots per inch for a picture of 50 × 25 pixels. */
const half = { width: 18, height: 9 };

/** Returns the size in pixels of a picture that was drawn at a size in points. */
async function reduced(of: PDFRawStream, placed = half, to = target): Promise<string | undefined> {
  const smaller = await smallerPicture(of, placed, to);
  if (!smaller) return undefined;
  const { width: across, height: down, channels, format } = await sharp(smaller.getContents()).metadata();
  expect([entry(smaller.dict, "Width"), entry(smaller.dict, "Height")].map(String)).toEqual([`${across}`, `${down}`]);
  return `${across} × ${down} × ${channels} ${format}`;
}

test.each([
  [18, 9, "50 × 25 × 1 jpeg"],
  [9, 9, "50 × 25 × 1 jpeg"],
  [18, 4, "50 × 25 × 1 jpeg"],
  [18.01, 9, "51 × 26 × 1 jpeg"],
  [3.6, 1.8, "10 × 5 × 1 jpeg"],
  [34.1, 17, "95 × 48 × 1 jpeg"],
  [34.28, 9, "96 × 48 × 1 jpeg"],
  [34.3, 9, undefined],
  [9, 17.15, undefined],
  [36, 18, undefined],
  [360, 180, undefined],
])(
  "a picture drawn at %d × %d points has 200 dots per inch in the direction that needs more",
  async (across, down, size) => {
    expect(await reduced(picture(), { width: across, height: down })).toBe(size);
  },
);

const icc = (N?: number): PDFObject =>
  context.obj(["ICCBased", context.register(stream(N === undefined ? {} : { N }, Buffer.alloc(0)))] as never);
test.each<[string, object, number, string | undefined]>([
  ["grey", { ColorSpace: "DeviceGray" }, 1, "50 × 25 × 1 jpeg"],
  ["calibrated grey", { ColorSpace: ["CalGray", {}] }, 1, "50 × 25 × 1 jpeg"],
  ["RGB", { ColorSpace: "DeviceRGB" }, 3, "50 × 25 × 3 jpeg"],
  ["calibrated RGB", { ColorSpace: ["CalRGB", {}] }, 3, "50 × 25 × 3 jpeg"],
  ["a profile of one component", { ColorSpace: icc(1) }, 1, "50 × 25 × 1 jpeg"],
  ["a profile of three components", { ColorSpace: icc(3) }, 3, "50 × 25 × 3 jpeg"],
  ["a profile of four components", { ColorSpace: icc(4) }, 4, undefined],
  ["a profile of two components", { ColorSpace: icc(2) }, 3, undefined],
  ["a profile of unknown components", { ColorSpace: icc() }, 3, undefined],
  ["a profile that is missing", { ColorSpace: ["ICCBased", null] }, 3, undefined],
  ["Lab", { ColorSpace: ["Lab", {}] }, 3, undefined],
  ["CMYK", { ColorSpace: "DeviceCMYK" }, 4, undefined],
  ["no colour space", { ColorSpace: null }, 3, undefined],
  ["16 bits", { BitsPerComponent: 16 }, 2, undefined],
  ["an unknown number of bits", { BitsPerComponent: null }, 1, undefined],
  ["fewer samples than stated", { ColorSpace: "DeviceRGB" }, 1, undefined],
  ["an unknown width", { Width: null }, 1, undefined],
  ["an unknown height", { Height: null }, 1, undefined],
])("a picture in %s is reduced or stays", async (_what, entries, samples, size) => {
  expect(await reduced(picture(entries, samples))).toBe(size);
});

const mask = (entries: object) => context.register(stream(entries, Buffer.alloc(1)));
test.each<[string, object, boolean]>([
  ["a soft mask", { SMask: mask({}) }, true],
  ["a soft mask with a matte colour", { SMask: mask({ Matte: [0] }) }, false],
  ["a mask", { Mask: mask({}) }, true],
  ["transparent colours", { Mask: [0, 9] }, false],
  ["alternates", { Alternates: [] }, false],
])("a picture with %s is reduced or stays", async (_what, entries, isReduced) => {
  expect((await smallerPicture(picture(entries), half, target)) !== undefined).toBe(isReduced);
});

test("a reduced picture keeps its other entries, and has no parameters of its former filter", async () => {
  const given = picture({ Decode: [1, 0], Intent: "Perceptual", DecodeParms: { Predictor: 1 } });
  const { dict } = (await smallerPicture(given, half, target)) as PDFRawStream;
  expect(entry(dict, "Filter")).toBe(name("DCTDecode"));
  expect(entry(dict, "DecodeParms")).toBeUndefined();
  expect(String(entry(dict, "Decode"))).toBe("[ 1 0 ]");
  expect(String(entry(dict, "Intent"))).toBe("/Perceptual");
  expect(String(entry(given.dict, "Width"))).toBe("100");
});

test("a picture stays when its JPEG would not be smaller", async () => {
  const jpeg = await sharp(grain(width * height), { raw: { width, height, channels: 1 } })
    .jpeg({ quality: 1 })
    .toBuffer();
  expect(
    await smallerPicture(stream({ ...plain, Filter: "DCTDecode" }, jpeg), { width: 34, height: 17 }, target),
  ).toBeUndefined();
});

test("a photo has half as many colours as pixels in each direction, and other pictures have as many", async () => {
  const jpeg = await sharp(grain(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 100 })
    .toBuffer();
  const sampling = async (given: PDFRawStream) =>
    (await sharp((await smallerPicture(given, half, target))?.getContents()).metadata()).chromaSubsampling;
  expect(await sampling(stream({ ...plain, ColorSpace: "DeviceRGB", Filter: "DCTDecode" }, jpeg))).toBe("4:2:0");
  expect(await sampling(picture({ ColorSpace: "DeviceRGB" }, 3))).toBe("4:4:4");
});

test("the resolution and the quality are those that are asked for", async () => {
  const given = picture();
  expect(await reduced(given, half, { ...target, dotsPerInch: 300 })).toBe("75 × 38 × 1 jpeg");
  const sizes = [50, 95].map(async (jpegQuality) => {
    return (await smallerPicture(given, half, { ...target, jpegQuality }))?.getContentsSize() ?? 0;
  });
  const [coarse = 0, fine = 0] = await Promise.all(sizes);
  expect(coarse).toBeLessThan(fine);
});

test("a lossless picture of no higher resolution becomes a JPEG where that is asked for and at most half as large", async () => {
  const large = { width: 360, height: 180 };
  const smooth = Buffer.from(Array.from({ length: width * height }, (_, at) => (at % width) + (at % 7)));
  const all = { ...target, alsoLossless: true };
  const photo = await sharp(smooth, { raw: { width, height, channels: 1 } })
    .jpeg({ quality: 100 })
    .toBuffer();
  expect(await reduced(stream(plain, smooth), large)).toBeUndefined();
  expect(await reduced(stream(plain, smooth), large, all)).toBe("100 × 50 × 1 jpeg");
  expect(await reduced(picture(), large, all)).toBeUndefined(); // grain takes more than half as a JPEG
  expect(await reduced(stream({ ...plain, Filter: "DCTDecode" }, photo), large, all)).toBeUndefined();
  expect(await reduced(picture({ Width: 0 }), large, all)).toBeUndefined();
});
