import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect } from "vitest";
import { checkA4 } from "../pdf/check.ts";
import { type SeenPage, see, workFolder } from "../pdf/testing.ts";
import { imageConverter } from "./image.ts";

/** Converts a picture and renders the pages of the result. */
export async function convert(bytes: Buffer) {
  const workDir = await workFolder();
  const path = join(workDir, "picture");
  await writeFile(path, bytes);
  const converted = await imageConverter.toPdf(
    { path, name: "picture", sizeBytes: bytes.length },
    { workDir, outPath: join(workDir, "out.pdf") },
  );
  const pages = await see(converted.pdfPath);
  await checkA4(converted.pdfPath, pages.length);
  return { ...converted, pages };
}

export type Colour = [number, number, number];
export const red: Colour = [255, 0, 0];
export const green: Colour = [0, 255, 0];
export const blue: Colour = [0, 0, 255];
const grey: Colour = [128, 128, 128];
export const white: Colour = [255, 255, 255];

/** Returns the pixels of four quarters: red upper left, green upper right, blue lower left, grey lower right. */
export function quarters(width: number, height: number): Buffer {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const colour = y < height / 2 ? (x < width / 2 ? red : green) : x < width / 2 ? blue : grey;
      pixels.set(colour, (y * width + x) * 3);
    }
  }
  return pixels;
}

export const rawQuarters = (width = 400, height = 300) =>
  sharp(quarters(width, height), { raw: { width, height, channels: 3 } });

/**
 * Returns the colours of the quarters of a picture in the middle of a page: upper left and right, lower left and right.
 */
export function quartersOf(page: SeenPage | undefined): Colour[] {
  if (!page) return [];
  const [x, y] = [page.width / 2, page.height / 2];
  return [
    page.colourAt(x - 40, y + 40),
    page.colourAt(x + 40, y + 40),
    page.colourAt(x - 40, y - 40),
    page.colourAt(x + 40, y - 40),
  ];
}

/** Compares colours with a tolerance, because JPEG and colour profiles change values a little. */
export function expectColours(seen: Colour[], expected: Colour[]): void {
  expect(seen).toHaveLength(expected.length);
  seen.forEach((colour, index) => {
    colour.forEach((value, channel) => {
      expect(Math.abs(value - (expected[index]?.[channel] ?? -1000)), `quarter ${index + 1}: ${colour}`).toBeLessThan(
        12,
      );
    });
  });
}

/** The four quarters as they should be seen. */
export const asSeen = [red, green, blue, grey];

/** Values by tag number. A single value is written with 32 bits, those of a list with 16 bits each. */
export type TestTags = Record<number, readonly number[]>;

/** Makes a TIFF of one strip, in either byte order. */
export function tiffAround(
  strip: Uint8Array,
  { width, height, tags, isBig = false }: { width: number; height: number; tags: TestTags; isBig?: boolean },
): Buffer {
  const [short, long] = [3, 4];
  const head = 8;
  const placing: TestTags = { 256: [width], 257: [height], 273: [head], 278: [height], 279: [strip.length] };
  const entries = Object.entries({ ...placing, ...tags }); // in ascending order, as objects keep integer keys
  const directory = head + strip.length + (strip.length % 2);
  let listAt = directory + 2 + entries.length * 12 + 4;
  const lists = entries.reduce((sum, [, values]) => sum + (values.length > 1 ? Math.max(4, values.length * 2) : 0), 0);
  const file = Buffer.alloc(listAt + lists);
  const u16 = (value: number, at: number) => (isBig ? file.writeUInt16BE(value, at) : file.writeUInt16LE(value, at));
  const u32 = (value: number, at: number) => (isBig ? file.writeUInt32BE(value, at) : file.writeUInt32LE(value, at));
  file.write(isBig ? "MM\0*" : "II*\0", "latin1");
  u32(directory, 4);
  file.set(strip, head);
  u16(entries.length, directory);
  for (const [index, [number, values]] of entries.entries()) {
    const at = directory + 2 + index * 12;
    u16(Number(number), at);
    u16(values.length > 1 ? short : long, at + 2);
    u32(values.length, at + 4);
    const [only = 0] = values;
    if (values.length === 1) u32(only, at + 8);
    if (values.length < 2) continue;
    const isInline = values.length === 2;
    let to = isInline ? at + 8 : listAt;
    if (!isInline) u32(listAt, at + 8);
    for (const value of values) to = u16(value, to);
    if (!isInline) listAt = to;
  }
  return file;
}
