import sharp from "sharp";
import { expect, test } from "vitest";
import { ConvertError } from "../converter.ts";
import { unpackedRows } from "./pixels-testing.ts";
import { checkDecodes, damagedOnFailure, rasterPicture, unsupportedTiff } from "./raster.ts";
import { tiffAround } from "./testing.ts";

const damaged = { reason: "damaged" };

type Pixel = number[];
/** Makes a PNG of one row for each list of pixels. */
const pngOf = (rows: Pixel[][]) =>
  sharp(Buffer.from(rows.flat(2)), {
    raw: { width: rows[0]?.length ?? 0, height: rows.length, channels: (rows[0]?.[0]?.length ?? 3) as 3 | 4 },
  })
    .png()
    .toBuffer();

test("a picture is stored with its colours, without loss", async () => {
  const rows = [
    [
      [1, 2, 3],
      [40, 50, 60],
    ],
  ];
  const picture = await rasterPicture(await pngOf(rows), { isPhoto: false });
  expect(picture).toMatchObject({ width: 2, height: 1, orientation: 1, frames: 1 });
  expect(picture.encoding).toMatchObject({ filter: "FlateDecode", colours: { kind: "rgb" }, bitsPerComponent: 8 });
  expect(unpackedRows(picture)).toEqual(rows.flat(2));
});

test("a photo is stored as JPEG, of a quality that keeps its colours", async () => {
  const png = await pngOf(
    Array.from({ length: 16 }, () => Array.from({ length: 16 }, (_, x) => (x % 2 === 0 ? [255, 0, 0] : [0, 0, 255]))),
  );
  const picture = await rasterPicture(png, { isPhoto: true });
  expect(picture.encoding).toMatchObject({ filter: "DCTDecode", colours: { kind: "rgb" } });
  const [red = 0, green = 0, blue = 0] = await sharp(Buffer.concat(picture.data)).raw().toBuffer();
  expect(Math.max(255 - red, green, blue)).toBeLessThan(25);
});

test.each([
  ["grey", "b-w"],
  ["grey of 16 bits", "grey16"],
] as const)("a picture in %s stays grey, of 8 bits", async (_what, space) => {
  const png = await sharp(Buffer.from([9, 200]), { raw: { width: 2, height: 1, channels: 1 } })
    .toColourspace(space)
    .png()
    .toBuffer();
  const picture = await rasterPicture(png, { isPhoto: false });
  expect(picture.encoding).toMatchObject({ colours: { kind: "grey" }, bitsPerComponent: 8 });
  expect(unpackedRows(picture)).toEqual([9, 200]);
});

test("transparent parts are mixed with white", async () => {
  const png = await pngOf([
    [
      [0, 0, 0, 0],
      [0, 0, 0, 255],
      [100, 100, 100, 0],
    ],
  ]);
  expect(unpackedRows(await rasterPicture(png, { isPhoto: false }))).toEqual([255, 255, 255, 0, 0, 0, 255, 255, 255]);
});

test("a last sample that is not alpha is left out", async () => {
  const png = await pngOf([
    [
      [1, 2, 3, 0],
      [4, 5, 6, 255],
    ],
  ]);
  const picture = await rasterPicture(png, { isPhoto: false, hasNoAlpha: true });
  expect(unpackedRows(picture)).toEqual([1, 2, 3, 4, 5, 6]);
});

test("what a frame does not cover is white", async () => {
  const red = [255, 0, 0];
  const white = [255, 255, 255];
  const png = await pngOf(Array.from({ length: 5 }, () => Array.from({ length: 6 }, () => red)));
  const within = { left: 1, top: 2, width: 3, height: 1 };
  const picture = await rasterPicture(png, { isPhoto: false, within });
  expect([picture.width, picture.height]).toEqual([6, 5]);
  const empty = Array.from({ length: 6 }, () => white);
  expect(unpackedRows(picture)).toEqual([empty, empty, [white, red, red, red, white, white], empty, empty].flat(2));
});

test("orientation and density are those of the file", async () => {
  const png = await sharp(await pngOf([[[1, 2, 3]]]))
    .withMetadata({ orientation: 6, density: 300 })
    .jpeg()
    .toBuffer();
  expect(await rasterPicture(png, { isPhoto: true })).toMatchObject({
    orientation: 6,
    resolution: { x: 300, y: 300 },
  });
});

/** Makes a GIF of three frames of 2 × 3 pixels, in black, grey and white. */
const frames = () =>
  sharp(Buffer.concat([0, 128, 255].map((level) => Buffer.alloc(18, level))), {
    raw: { width: 2, height: 9, channels: 3, pageHeight: 3 },
  })
    .gif()
    .toBuffer();

test("one frame is read, usually the first, and all are counted", async () => {
  const first = await rasterPicture(await frames(), { isPhoto: false });
  expect(first).toMatchObject({ width: 2, height: 3, frames: 3 });
  expect(first.resolution).toBeUndefined();
  expect(new Set(unpackedRows(first))).toEqual(new Set([0]));
  const last = await rasterPicture(await frames(), { isPhoto: false, page: 2 });
  expect(new Set(unpackedRows(last))).toEqual(new Set([255]));
});

test("a picture of too many pixels is too large, whatever it holds", async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="30000" height="10001"/>');
  await expect(rasterPicture(svg, { isPhoto: false })).rejects.toMatchObject({ reason: "too-large" });
});

test("a picture that cannot be read is damaged", async () => {
  await expect(rasterPicture(Buffer.from("no picture"), { isPhoto: false })).rejects.toMatchObject(damaged);
  const png = await pngOf(Array.from({ length: 50 }, (_, y) => Array.from({ length: 50 }, (_, x) => [x, y, x * y])));
  const cut = png.subarray(0, png.length - 60);
  await expect(rasterPicture(cut, { isPhoto: false })).rejects.toMatchObject(damaged);
  await expect(rasterPicture(cut, { isPhoto: true })).rejects.toMatchObject(damaged);
});

test.each([
  ["fractions", 3],
  ["whole numbers", 1],
  ["signed whole numbers", 2],
])("a TIFF of %s of 32 bits is unsupported", async (_what, format) => {
  const tags = { 258: [32], 259: [1], 262: [1], 277: [1], 339: [format] };
  const tiff = tiffAround(Buffer.alloc(16), { width: 2, height: 2, tags });
  await expect(rasterPicture(tiff, { isPhoto: false })).rejects.toMatchObject({ reason: "unsupported" });
});

test("an unsupported TIFF is refused with advice", () => {
  expect(unsupportedTiff()).toMatchObject({
    reason: "unsupported",
    detail: "is a TIFF of a kind that few programs can read. Save it as PDF or JPEG and replace it.",
  });
});

test("a failure counts as damage, a refusal as itself", async () => {
  expect(await damagedOnFailure(Promise.resolve(7))).toBe(7);
  const cause = new Error("corrupt");
  await expect(damagedOnFailure(Promise.reject(cause))).rejects.toMatchObject({ ...damaged, cause });
  const refusal = new ConvertError("too-large");
  await expect(damagedOnFailure(Promise.reject(refusal))).rejects.toBe(refusal);
});

const photo = () =>
  sharp(Buffer.from(Array.from({ length: 30_000 }, (_, at) => (at * at) % 256)), {
    raw: { width: 100, height: 100, channels: 3 },
  })
    .jpeg()
    .toBuffer();

test("a JPEG decodes, with stray bytes too, but not when it ends early or is none", async () => {
  const whole = await photo();
  await checkDecodes(whole);
  const strayed = Buffer.concat([whole.subarray(0, 2), Buffer.from([1, 2, 3]), whole.subarray(2)]);
  await checkDecodes(strayed);
  const cut = whole.subarray(0, whole.length >> 1);
  await expect(checkDecodes(cut)).rejects.toMatchObject(damaged);
  await expect(checkDecodes(Buffer.from("no picture"))).rejects.toMatchObject(damaged);
});
