import { readFile } from "node:fs/promises";
import sharp, { type Sharp, type TiffOptions } from "sharp";
import { expect, test } from "vitest";
import { fixturePath } from "../../../fixtures/files.ts";
import { type SeenPage, syntaxOf } from "../pdf/testing.ts";
import {
  asSeen,
  blue,
  type Colour,
  convert,
  expectColours,
  green,
  quartersOf,
  rawQuarters,
  red,
  white,
} from "./testing.ts";

test.each([
  ["JPEG", () => rawQuarters().jpeg({ quality: 95, chromaSubsampling: "4:4:4" }).toBuffer()],
  ["progressive JPEG", () => rawQuarters().jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer()],
  ["PNG", () => rawQuarters().png().toBuffer()],
  ["PNG with a palette", () => rawQuarters().png({ palette: true }).toBuffer()],
  ["interlaced PNG", () => rawQuarters().png({ progressive: true }).toBuffer()],
  ["16-bit PNG", () => rawQuarters().toColourspace("rgb16").png().toBuffer()],
  ["GIF", () => rawQuarters().gif().toBuffer()],
  ["WebP", () => rawQuarters().webp({ quality: 95 }).toBuffer()],
  ["lossless WebP", () => rawQuarters().webp({ lossless: true }).toBuffer()],
  ["TIFF with LZW", () => rawQuarters().tiff({ compression: "lzw" }).toBuffer()],
  ["TIFF with JPEG", () => rawQuarters().tiff({ compression: "jpeg", quality: 95 }).toBuffer()],
  // Made by heif-enc of libheif 1.15 from the same four quarters, 600 × 800; no installed program writes HEIC.
  ["HEIC", () => readFile(fixturePath("quarters.heic"))],
  ["AVIF", () => rawQuarters().avif({ quality: 90, chromaSubsampling: "4:4:4", effort: 0 }).toBuffer()],
])("a %s looks unchanged", async (_, make) => {
  const { pages, origin } = await convert(await make());
  expect(origin).toBe("a4");
  expect(pages).toHaveLength(1);
  expectColours(quartersOf(pages[0]), asSeen);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  "[D8] a photo taken with EXIF orientation %i is shown upright",
  async (orientation) => {
    const upright = rawQuarters(300, 400);
    // Inverts each orientation, which gives the picture as the camera stored it.
    const undo: Record<number, (picture: Sharp) => Sharp> = {
      1: (picture) => picture,
      2: (picture) => picture.flop(),
      3: (picture) => picture.rotate(180),
      4: (picture) => picture.flip(),
      5: (picture) => picture.flop().rotate(270), // libvips mirrors before it rotates
      6: (picture) => picture.rotate(270),
      7: (picture) => picture.flop().rotate(90),
      8: (picture) => picture.rotate(90),
    };
    const stored = await (undo[orientation] ?? (() => upright))(upright).png().toBuffer();
    for (const format of ["jpeg", "png"] as const) {
      const photo = await sharp(stored)
        .toFormat(format, format === "jpeg" ? { quality: 95, chromaSubsampling: "4:4:4" } : {})
        .withMetadata({ orientation })
        .toBuffer();
      const { pages } = await convert(photo);
      expect(pages[0]?.height).toBeGreaterThan(pages[0]?.width ?? 0);
      expectColours(quartersOf(pages[0]), asSeen);
    }
  },
);

test("an orientation stored as a signed number is applied", async () => {
  const photo = await sharp(await rawQuarters(400, 300).png().toBuffer())
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const [short, signedLong] = [3, 9];
  const entry = photo.indexOf(Buffer.from([0x12, 0x01, short, 0, 1, 0, 0, 0])); // tag 274, little endian
  photo.writeUInt16LE(signedLong, entry + 2);
  const { pages } = await convert(photo);
  expect(entry).toBeGreaterThan(0);
  expect(pages[0]?.height).toBeGreaterThan(pages[0]?.width ?? 0);
});

test("a JPEG's coded data is kept byte for byte; location, camera, comments and trailing data are removed", async () => {
  const plain = await rawQuarters().jpeg().toBuffer();
  const photo = await sharp(plain, {})
    .jpeg()
    .withExif({ IFD0: { Make: "SecretCamera" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 0/1" } })
    .withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'>SecretXmp</x:xmpmeta>")
    .toBuffer();
  const comment = Buffer.from("\xff\xfe\x00\x0fSecretComment", "latin1");
  const tagged = Buffer.concat([photo.subarray(0, 2), comment, photo.subarray(2), Buffer.from("SecretTrailer")]);
  expect(tagged.includes("SecretCamera")).toBe(true);

  const pdf = await readFile((await convert(tagged)).pdfPath);
  const scan = (bytes: Buffer) =>
    bytes.subarray(bytes.indexOf("\xff\xda", 0, "latin1"), bytes.lastIndexOf("\xff\xd9", -1, "latin1"));
  expect(pdf.includes(scan(photo.subarray(0, photo.length)))).toBe(true);
  expect(pdf.includes("Secret")).toBe(false);
  expect(pdf.includes("Exif")).toBe(false);
});

test("a PNG's texts and location are removed, its data is kept", async () => {
  const png = await rawQuarters()
    .png()
    .withExif({ IFD0: { Make: "SecretCamera" } })
    .toBuffer();
  const pdf = await readFile((await convert(png)).pdfPath);
  const data = png.indexOf("IDAT") + 4;
  expect(pdf.includes(png.subarray(data, data + 100))).toBe(true);
  expect(pdf.includes("SecretCamera")).toBe(false);
});

test("a CMYK JPEG stays CMYK and keeps its colours", async () => {
  const photo = await rawQuarters().toColourspace("cmyk").jpeg({ quality: 95, chromaSubsampling: "4:4:4" }).toBuffer();
  const { pages, pdfPath } = await convert(photo);
  expect(syntaxOf(pdfPath)).toMatch(/DeviceCMYK/);
  const [first, , , last] = quartersOf(pages[0]);
  expect(first?.[0]).toBeGreaterThan((first?.[1] ?? 0) + 80); // reddish: CMYK cannot show pure red
  expect(Math.abs((last?.[0] ?? 0) - 128)).toBeLessThan(40);
});

test("transparent parts are white", async () => {
  const layer = (alpha: number) =>
    sharp({ create: { width: 400, height: 300, channels: 4, background: { r: 255, g: 0, b: 0, alpha } } });
  for (const picture of [
    await layer(0).png().toBuffer(),
    await layer(0).png({ palette: true }).toBuffer(),
    await layer(0).webp().toBuffer(),
    await layer(0).tiff({ compression: "lzw" }).toBuffer(),
  ]) {
    expectColours(quartersOf((await convert(picture)).pages[0]), [white, white, white, white]);
  }
});

/** Makes a TIFF with a page in each colour. */
async function tiffOf(pages: Colour[], options: TiffOptions): Promise<Buffer> {
  const [width, height] = [300, 400];
  const frames = pages.map((colour) => Buffer.alloc(width * height * 3, Buffer.from(colour)));
  return sharp(Buffer.concat(frames), {
    raw: { width, height: height * pages.length, channels: 3, pageHeight: height },
  })
    .tiff(options)
    .toBuffer();
}

test("a TIFF of three pages becomes three pages in order", async () => {
  const { pages } = await convert(await tiffOf([red, green, blue], { compression: "deflate" }));
  expect(pages.map((page) => page.colourAt(page.width / 2, page.height / 2))).toEqual([red, green, blue]);
});

test("thumbnails and masks in a TIFF are not pages, unless there is nothing else", async () => {
  const bytes = await tiffOf([red, green, blue], { compression: "deflate" });
  expect((await convert(markedAs(bytes, [2, 1, 4]))).pages).toHaveLength(1);
  expect((await convert(markedAs(bytes, [2, 1, 2]))).pages.map(middle)).toEqual([red, blue]);
  expect((await convert(markedAs(bytes, [1, 1, 1]))).pages).toHaveLength(3);
});

const middle = (page: SeenPage) => page.colourAt(page.width / 2, page.height / 2);

/** Sets NewSubfileType, tag 254, of each page; libvips writes it as the first of a page. */
function markedAs(tiff: Buffer, kinds: number[]): Buffer {
  const marked = Buffer.from(tiff);
  let directory = marked.readUInt32LE(4);
  for (const kind of kinds) {
    expect(marked.readUInt16LE(directory + 2)).toBe(254);
    marked.writeUInt32LE(kind, directory + 10);
    directory = marked.readUInt32LE(directory + 2 + marked.readUInt16LE(directory) * 12);
  }
  return marked;
}

test("a fax page keeps its coded data and is black on white", async () => {
  const [width, height] = [1728, 2200];
  const pixels = Buffer.alloc(width * height, 255);
  pixels.fill(0, 0, (width * height) / 2); // the upper half is black
  for (const tileHeight of [height - (height % 16) + 16, 128]) {
    const fax = await sharp(pixels, { raw: { width, height, channels: 1 } })
      .toColourspace("b-w")
      .tiff({ compression: "ccittfax4", bitdepth: 1, tileHeight })
      .toBuffer();
    const { pages, pdfPath } = await convert(fax);
    expect(syntaxOf(pdfPath)).toContain("CCITTFaxDecode");
    expect(quartersOf(pages[0])).toEqual([[0, 0, 0], [0, 0, 0], white, white]);
  }
});

/** Makes a bitmap with a 40-byte header, bottom row first unless the height is negative. */
function bitmap(
  width: number,
  height: number,
  bits: number,
  body: Buffer,
  palette = Buffer.alloc(0),
  method = 0,
): Buffer {
  const header = Buffer.alloc(54);
  header.write("BM");
  header.writeUInt32LE(54 + palette.length + body.length, 2);
  header.writeUInt32LE(54 + palette.length, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(width, 18);
  header.writeInt32LE(height, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(bits, 28);
  header.writeUInt32LE(method, 30);
  return Buffer.concat([header, palette, body]);
}

const [width, height] = [200, 160];
const indexes = (x: number, y: number) => (y < height / 2 ? (x < width / 2 ? 0 : 1) : x < width / 2 ? 2 : 3);
const fourColours = Buffer.from([0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 128, 128, 128, 0]);
const bottomUp = Array.from({ length: height }, (_, row) => height - 1 - row);
const across = Array.from({ length: width }, (_, x) => x);

test.each<[string, () => Buffer]>([
  [
    "8 bits",
    () => bitmap(width, height, 8, Buffer.from(bottomUp.flatMap((y) => across.map((x) => indexes(x, y)))), fourColours),
  ],
  [
    "24 bits, top row first",
    () => {
      const rows = bottomUp
        .toReversed()
        .flatMap((y) => across.flatMap((x) => [...fourColours.subarray(indexes(x, y) * 4, indexes(x, y) * 4 + 3)]));
      return bitmap(width, -height, 24, Buffer.from(rows));
    },
  ],
  [
    "32 bits",
    () => {
      const rows = bottomUp.flatMap((y) =>
        across.flatMap((x) => [...fourColours.subarray(indexes(x, y) * 4, indexes(x, y) * 4 + 4)]),
      );
      return bitmap(width, height, 32, Buffer.from(rows));
    },
  ],
  [
    "4 bits",
    () => {
      const rows = bottomUp.flatMap((y) => across.filter((x) => x % 2 === 0).map((x) => indexes(x, y) * 17));
      return bitmap(width, height, 4, Buffer.from(rows), fourColours);
    },
  ],
  [
    "run-length coding",
    () => {
      const runs = bottomUp.flatMap((y) => [100, indexes(0, y), 100, indexes(199, y), 0, 0]);
      return bitmap(width, height, 8, Buffer.from([...runs, 0, 1]), fourColours, 1);
    },
  ],
  [
    "32 bits with an alpha channel that is all zeros",
    () => {
      const masks = Buffer.from("0000ff0000ff0000ff000000000000ff", "hex"); // little endian
      const rows = bottomUp.flatMap((y) =>
        across.flatMap((x) => [...fourColours.subarray(indexes(x, y) * 4, indexes(x, y) * 4 + 4)]),
      );
      return bitmap(width, height, 32, Buffer.from(rows), masks, 6);
    },
  ],
])("a bitmap of %s looks unchanged", async (_, make) => {
  const { pages } = await convert(make());
  expectColours(quartersOf(pages[0]), asSeen);
});

test.each<[string, () => Promise<Buffer> | Buffer]>([
  ["a truncated JPEG", async () => (await rawQuarters(900, 900).jpeg().toBuffer()).subarray(0, 3000)],
  [
    "a JPEG with its middle missing",
    async () => {
      const photo = await rawQuarters(900, 900).jpeg().toBuffer();
      return Buffer.concat([photo.subarray(0, 700), photo.subarray(-2)]);
    },
  ],
  ["a truncated PNG", async () => (await rawQuarters(900, 900).png().toBuffer()).subarray(0, 900)],
  [
    "a PNG with altered data",
    async () => {
      const png = await rawQuarters(900, 900).png().toBuffer();
      png.fill(0, png.indexOf("IDAT") + 60, png.indexOf("IDAT") + 80);
      return png;
    },
  ],
  ["a bitmap without its pixels", () => bitmap(width, height, 24, Buffer.alloc(100))],
  ["a picture of width 0", () => bitmap(0, height, 24, Buffer.alloc(100))],
  ["a truncated TIFF", async () => (await rawQuarters().tiff({ compression: "none" }).toBuffer()).subarray(0, 5000)],
  ["a truncated WebP", async () => (await rawQuarters().webp({ lossless: true }).toBuffer()).subarray(0, 60)],
  ["the beginning of a HEIC", () => Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1")],
])("%s is refused as damaged", async (_, make) => {
  await expect(convert(await make())).rejects.toMatchObject({ reason: "damaged" });
});

/** Gives a tag of the first page another value. */
async function tiffWith(number: number, value: number): Promise<Buffer> {
  const tiff = await rawQuarters().tiff({ compression: "none" }).toBuffer();
  const directory = tiff.readUInt32LE(4);
  const entries = Array.from({ length: tiff.readUInt16LE(directory) }, (_, index) => directory + 2 + index * 12);
  const entry = entries.find((at) => tiff.readUInt16LE(at) === number) ?? 0;
  tiff.writeUInt16LE(value, entry + 8);
  return tiff;
}

test.each([
  ["a compression that only design programs read", 259, 50000],
  ["CIELAB colours", 262, 8],
  ["64 in its entry for bits per sample", 258, 64],
  ["12 in its entry for bits per sample", 258, 12],
])("a TIFF with %s is refused as unsupported, not as damaged", async (_, number, value) => {
  const refused = { reason: "unsupported", detail: expect.stringContaining("few programs can read") };
  await expect(convert(await tiffWith(number, value))).rejects.toMatchObject(refused);
});

test("a picture of more than 300 megapixels is refused by the size in its header, with the limit", async () => {
  const huge = bitmap(40_000, 40_000, 24, Buffer.alloc(100));
  await expect(convert(huge)).rejects.toMatchObject({ reason: "too-large", detail: /40,000 × 40,000.*300 megapixels/ });
});

test("an animation is converted to its first frame, with a warning", async () => {
  const [side, frames] = [200, 3];
  const pixels = Buffer.concat([red, green, blue].map((colour) => Buffer.alloc(side * side * 3, Buffer.from(colour))));
  const animation = await sharp(pixels, { raw: { width: side, height: side * frames, channels: 3, pageHeight: side } })
    .gif()
    .toBuffer();
  const { pages, warnings } = await convert(animation);
  expectColours(quartersOf(pages[0]), [red, red, red, red]);
  expect(warnings).toEqual([{ code: "first-frame-only", text: "Only the first of 3 pictures in the file is shown." }]);
});
