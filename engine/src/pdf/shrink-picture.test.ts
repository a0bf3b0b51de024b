import { readFile, stat } from "node:fs/promises";
import { deflateSync } from "node:zlib";
import type { PDFContext, PDFObject, PDFRef } from "@cantoo/pdf-lib";
import sharp from "sharp";
import { expect, test } from "vitest";
import {
  asJpeg,
  type Draw,
  expectSameLook,
  height,
  jpeg,
  onSheet,
  type PageParts,
  pageWith,
  photo,
  pictureOf,
  pixelsIn,
  plain,
  raster,
  shrunk,
  width,
} from "./shrink-testing.ts";

const ofDisplay = await raster().withIccProfile("p3").jpeg({ quality: 95 }).toBuffer();
const displayProfile = (await sharp(ofDisplay).metadata()).icc ?? Buffer.alloc(0);
const grey = await raster().toColourspace("b-w").raw().toBuffer();

/** Rows with PNG predictors: each begins with its filter type, here Up. */
const pngPicture: Draw = (context) => {
  const rowBytes = 1 + width * 3;
  const rows = Buffer.alloc(rowBytes * height);
  for (let row = 0; row < height; row++) {
    const above = 2;
    rows[row * rowBytes] = above;
    for (let at = 0; at < width * 3; at++) {
      const before = row > 0 ? (photo[(row - 1) * width * 3 + at] ?? 0) : 0;
      rows[row * rowBytes + 1 + at] = (photo[row * width * 3 + at] ?? 0) - before;
    }
  }
  const parameters = { Predictor: 15, Colors: 3, BitsPerComponent: 8, Columns: width };
  const entries = { ...plain, ColorSpace: "DeviceRGB", Filter: "FlateDecode", DecodeParms: parameters };
  return context.register(context.stream(deflateSync(rows), entries));
};

/** A picture with a profile other than sRGB: its colours would change if the profile were applied or lost. */
const profiled: Draw = (context) => {
  const profile = context.register(context.stream(displayProfile, { N: 3, Alternate: "DeviceRGB" }));
  return context.register(context.stream(ofDisplay, { ...asJpeg, ColorSpace: ["ICCBased", profile] }));
};

/** The left half is transparent. */
const masked: Draw = (context) => {
  const mask = Buffer.alloc(40 * 30, 255);
  for (let at = 0; at < mask.length; at++) if (at % 40 < 20) mask[at] = 0;
  const entries = { ...plain, Width: 40, Height: 30, ColorSpace: "DeviceGray" };
  const soft = context.register(context.stream(mask, entries));
  return context.register(context.stream(jpeg, { ...asJpeg, SMask: soft }));
};

const palettePicture: Draw = (context) => {
  const table = context.register(context.stream(Buffer.from([255, 0, 0, 0, 0, 255])));
  const entries = { ...plain, ColorSpace: ["Indexed", "DeviceRGB", 1, table], Filter: "FlateDecode" };
  const indices = photo.subarray(0, width * height).map((value) => value & 1);
  return context.register(context.stream(deflateSync(indices), entries));
};

/** A pattern that draws the picture, and may itself be drawn in any size. */
const patternOf = (context: PDFContext, picture: PDFRef): Record<string, PDFObject> => {
  const entries = { PatternType: 1, PaintType: 1, TilingType: 1, BBox: [0, 0, 500, 400], XStep: 500, YStep: 400 };
  const content = context.stream("500 0 0 400 0 0 cm /I Do", { ...entries, Resources: { XObject: { I: picture } } });
  return { Pattern: context.obj({ T: context.register(content) }) };
};

const maskOf = (context: PDFContext, picture: PDFRef): Record<string, PDFObject> => {
  const group = { S: "Transparency", CS: "DeviceGray" };
  const entries = { Type: "XObject", Subtype: "Form", BBox: [0, 0, 500, 400], Group: group };
  const form = context.stream("500 0 0 400 0 0 cm /I Do", { ...entries, Resources: { XObject: { I: picture } } });
  const soft = { Type: "Mask", S: "Luminosity", G: context.register(form) };
  return { ExtGState: context.obj({ M: { SMask: soft } }) };
};

test.each<[string, Draw]>([
  ["uncompressed samples", pictureOf({ ...plain, ColorSpace: "DeviceRGB" }, photo)],
  ["Flate data", pictureOf({ ...plain, ColorSpace: "DeviceRGB", Filter: "FlateDecode" }, deflateSync(photo))],
  ["grey samples", pictureOf({ ...plain, ColorSpace: "DeviceGray", Filter: "FlateDecode" }, deflateSync(grey))],
  ["inverted values", pictureOf({ ...asJpeg, Decode: [1, 0, 1, 0, 1, 0] }, jpeg)],
  [
    "grey JPEG data",
    pictureOf({ ...asJpeg, ColorSpace: "DeviceGray" }, await raster().toColourspace("b-w").jpeg().toBuffer()),
  ],
  ["PNG predictors", pngPicture],
  ["a colour profile", profiled],
  ["a soft mask", masked],
])("a picture with %s becomes smaller and looks the same", async (_, picture) => {
  const original = await pageWith({ picture });

  const smaller = await shrunk(original);

  expect(pixelsIn(smaller)).toContain("400 × 300");
  expect((await stat(smaller)).size).toBeLessThan((await stat(original)).size);
  await expectSameLook(smaller, original);
});

const blackAndWhite = Buffer.alloc((width / 8) * height, 0b10110100);
const coarse = "q 300 0 0 225 72 72 cm /I Do Q"; // 192 dpi

test.each<[string, PageParts]>([
  [
    "in black and white",
    { picture: pictureOf({ ...plain, BitsPerComponent: 1, ColorSpace: "DeviceGray" }, blackAndWhite) },
  ],
  ["that is a mask", { picture: pictureOf({ ...plain, BitsPerComponent: 1, ImageMask: true }, blackAndWhite) }],
  ["with a palette", { picture: palettePicture }],
  [
    "in CMYK",
    {
      picture: pictureOf(
        { ...asJpeg, ColorSpace: "DeviceCMYK" },
        await raster().toColourspace("cmyk").jpeg().toBuffer(),
      ),
    },
  ],
  ["whose darkest colours are transparent", { picture: pictureOf({ ...asJpeg, Mask: [0, 9, 0, 9, 0, 9] }, jpeg) }],
  ["with less than 200 dpi", { content: coarse }],
  [
    "that would become larger",
    {
      picture: pictureOf(
        { ...plain, ColorSpace: "DeviceGray", Filter: "FlateDecode" },
        deflateSync(Buffer.alloc(width * height)),
      ),
    },
  ],
  [
    "that is damaged",
    {
      picture: pictureOf(
        { ...plain, ColorSpace: "DeviceRGB", Filter: "FlateDecode" },
        deflateSync(photo).subarray(0, 5_000),
      ),
    },
  ],
  ["whose data is not the stated JPEG", { picture: pictureOf(asJpeg, photo.subarray(0, 50_000)) }],
  ["with another stated size than its JPEG", { picture: pictureOf({ ...asJpeg, Height: 599 }, jpeg) }],
  ["drawn by content that cannot be parsed", { content: `${onSheet} (` }],
  ["that a pattern also draws", { more: patternOf }],
  ["that a mask also draws", { more: maskOf }],
])("a picture %s is left unchanged", async (_, parts) => {
  const original = await pageWith(parts);

  expect((await readFile(await shrunk(original))).equals(await readFile(original))).toBe(true);
});
