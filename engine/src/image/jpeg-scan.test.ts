import { randomBytes } from "node:crypto";
import fc from "fast-check";
import sharp, { type JpegOptions } from "sharp";
import { expect, test } from "vitest";
import { embedJpeg } from "./jpeg.ts";
import { Coding, planScan, readCoding } from "./jpeg-coding.ts";
import { walkScan } from "./jpeg-scan.ts";
import { checkDecodes } from "./raster.ts";

const startOfScan = 0xda;

/** Makes a JPEG of noise, whose coded data is long and has no pattern. */
function photo(space: "b-w" | "srgb" | "cmyk", options: JpegOptions, width = 500, height = 333): Promise<Buffer> {
  const pixels = randomBytes(width * height * 3);
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .toColourspace(space)
    .jpeg(options)
    .toBuffer();
}

/** 16 blocks of two zero bits each, with a restart marker after every third; bytes are filled up with ones. */
const restarted = [0, 1, 2, 3, 4].map((turn) => [0x03, 0xff, 0xd0 + turn]).concat([[0x3f]]);

test.each([
  ["with a camera's settings", () => photo("srgb", { quality: 90 })],
  ["without chroma subsampling", () => photo("srgb", { quality: 90, chromaSubsampling: "4:4:4" })],
  ["of the highest quality", () => photo("srgb", { quality: 100 })],
  ["of the lowest quality", () => photo("srgb", { quality: 1 })],
  ["with optimised Huffman tables", () => photo("srgb", { optimiseCoding: true })],
  ["in grey", () => photo("b-w", { quality: 80 })],
  ["in CMYK", () => photo("cmyk", { quality: 80 })],
  ["of a few pixels", () => photo("srgb", {}, 3, 5)],
  ["with restart markers", () => greySquare(restarted)],
])("a JPEG %s is verified without a decoder", async (_, make) => {
  const jpeg = await make();
  expect(embedJpeg(jpeg).isWhole).toBe(true);
  await checkDecodes(jpeg); // throws when the JPEG is damaged
});

test.each([
  ["three bytes before the end", (jpeg: Buffer) => without(jpeg, jpeg.length - 5, 3)],
  ["a thousand bytes in the middle", (jpeg: Buffer) => without(jpeg, jpeg.length >> 1, 1000)],
  ["the second half", (jpeg: Buffer) => without(jpeg, jpeg.length >> 1, (jpeg.length >> 1) - 2)],
  ["a disk block near the start", (jpeg: Buffer) => without(jpeg, 4096, 4096)],
])("a JPEG that lacks %s is not verified", async (_, damage) => {
  expect(embedJpeg(damage(await photo("srgb", { quality: 90 }))).isWhole).toBe(false);
});

const codes = (...counts: number[]) => ({
  counts: Uint8Array.from({ length: 16 }, (_, length) => counts[length] ?? 0),
  symbols: new Uint8Array(counts.reduce((sum, count) => sum + count, 0)),
});

test("of a grey block, whose only codes are a bit each, the end is found behind its padding", () => {
  const block = { dc: codes(1), ac: codes(1) };
  const data = Buffer.from([9, 9, 0x3f, 0xff, 0xd9]);
  for (const isAlone of [false, true]) {
    expect(walkScan(data, 2, { blocks: [block], units: 1, restartInterval: 0 }, isAlone)).toBe(3);
    expect(walkScan(data, 2, { blocks: [block, block], units: 2, restartInterval: 0 }, isAlone)).toBeUndefined();
  }
});

test("nothing is verified without blocks, without units, or with codes that cannot be", () => {
  const data = Buffer.from([0x3f, 0xff, 0xd9]);
  const block = { dc: codes(1), ac: codes(1) };
  const impossible = { dc: codes(3), ac: codes(1) };
  for (const plan of [
    { blocks: [], units: 1 },
    { blocks: [block], units: 0 },
    { blocks: [block], units: Number.NaN },
    { blocks: [impossible], units: 1 },
    { blocks: [{ dc: codes(1), ac: codes(3) }], units: 1 },
  ]) {
    expect(walkScan(data, 0, { ...plan, restartInterval: 0 })).toBeUndefined();
  }
});

test("a progressive JPEG is not verified, but left to a decoder", async () => {
  expect(embedJpeg(await photo("srgb", { progressive: true })).isWhole).toBe(false);
});

test.each([
  ["a restart marker out of order", restarted.with(1, [0x03, 0xff, 0xd3])],
  ["one restart marker too many", [...restarted, [0xff, 0xd5]]],
  ["an extra byte before a restart marker", restarted.with(1, [0x03, 0x03, 0xff, 0xd1])],
  ["a missing part between restart markers", restarted.toSpliced(2, 1)],
  ["an extra byte at the end", [...restarted, [0x3f]]],
])("%s is detected", (_, data) => {
  expect(embedJpeg(greySquare(data)).isWhole).toBe(false);
});

test("a JPEG with a header that no decoder accepts is not verified", async () => {
  const jpeg = greySquare(restarted);
  const sampling = jpeg.indexOf("\xff\xc0", 0, "latin1") + 11;
  jpeg[sampling] = 0x71;
  await expect(checkDecodes(jpeg)).rejects.toMatchObject({ reason: "damaged" });
  expect(embedJpeg(jpeg).isWhole).toBe(false);
});

test("among damaged JPEGs, only those that a decoder reads completely are verified", async () => {
  const whole = await Promise.all([
    photo("srgb", { quality: 60 }, 90, 70),
    photo("b-w", { optimiseCoding: true }, 80, 80),
  ]);
  const damages = fc.record({
    jpeg: fc.constantFrom(...whole),
    place: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.integer({ min: 0, max: 40 }),
    put: fc.uint8Array({ maxLength: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(damages, async ({ jpeg, place, cut, put }) => {
      const at = 2 + Math.floor(place * (jpeg.length - 4));
      const damaged = Buffer.concat([jpeg.subarray(0, at), put, jpeg.subarray(Math.min(at + cut, jpeg.length - 2))]);
      if (readsToEnd(damaged)) await checkDecodes(damaged);
    }),
    { numRuns: 500 },
  );
});

test("following four positions in parallel gives the same result as one", async () => {
  const whole = await Promise.all([
    photo("srgb", { quality: 90 }),
    photo("srgb", { quality: 98, chromaSubsampling: "4:4:4", optimiseCoding: true }),
    photo("srgb", { quality: 5 }, 900, 900),
    photo("b-w", { quality: 75 }),
    photo("cmyk", { quality: 85 }),
    photo("srgb", { quality: 100 }, 900, 800), // more than is read at once
    greySquare([Array(12_800).fill(0), [0xff, 0xd0], Array(12_800).fill(0)], 2560, 51_200),
  ]);
  const damages = fc.record({
    picture: fc.nat(whole.length - 1),
    place: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5000 })),
    put: fc.oneof(fc.uint8Array({ maxLength: 4 }), fc.uint8Array({ minLength: 100, maxLength: 2000 })),
  });
  for (const jpeg of whole) expect(walked(jpeg, false)).toBe(jpeg.length - 2);
  fc.assert(
    fc.property(damages, ({ picture, place, cut, put }) => {
      const jpeg = whole[picture] ?? Buffer.of();
      const from = jpeg.indexOf(Buffer.from([0xff, startOfScan])) + 14;
      const at = Math.floor(from + place * (jpeg.length - from));
      const damaged = Buffer.concat([jpeg.subarray(0, at), put, jpeg.subarray(at + cut)]);
      expect(walked(damaged, false)).toBe(walked(damaged, true));
    }),
    { numRuns: 300 },
  );
});

/** Returns the offset of the end of the coded data. */
function walked(jpeg: Buffer, isAlone: boolean): number | undefined {
  const coding = new Coding();
  for (let at = 2; ; ) {
    const segment = jpeg.subarray(at, at + 2 + jpeg.readUInt16BE(at + 2));
    const marker = segment.readUInt8(1);
    at += segment.length;
    if (marker === startOfScan) {
      const plan = planScan(coding, segment);
      return plan && walkScan(jpeg, at, plan, isAlone);
    }
    readCoding(coding, marker, segment);
  }
}

function readsToEnd(jpeg: Buffer): boolean {
  try {
    return embedJpeg(jpeg).isWhole;
  } catch {
    return false; // the JPEG is refused
  }
}

const without = (bytes: Buffer, at: number, length: number): Buffer =>
  Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);

/** Makes a grey JPEG whose only codes are a zero bit for "no difference" and one for "end of block". */
function greySquare(data: number[][], side = 32, restartInterval = 3): Buffer {
  const bytesOf = (number: number) => [number >> 8, number & 255];
  const oneCode = [1, ...Array(15).fill(0), 0];
  const segments = [
    [0xdb, 0, ...Array(64).fill(1)],
    [0xc0, 8, ...bytesOf(side), ...bytesOf(side), 1, 1, 0x11, 0],
    [0xc4, 0x00, ...oneCode, 0x10, ...oneCode],
    [0xdd, ...bytesOf(restartInterval)],
    [0xda, 1, 1, 0x00, 0, 63, 0],
  ].map(([marker = 0, ...content]) => [0xff, marker, 0, content.length + 2, ...content]);
  return Buffer.from([0xff, 0xd8, ...segments.flat(), ...data.flat(), 0xff, 0xd9]);
}
