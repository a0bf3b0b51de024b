import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect } from "vitest";
import { checkA4 } from "../pdf/check.ts";
import { type SeenPage, see, workFolder } from "../pdf/testing.ts";
import { imageConverter } from "./image.ts";

/** What becomes of a picture, with its pages as they are seen. */
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
export const grey: Colour = [128, 128, 128];
export const white: Colour = [255, 255, 255];

/** Four quarters: red above left, green above right, blue below left, grey below right. */
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

/** Colours of the four quarters of a picture in the middle of a page: above left and right, below left and right. */
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

/** JPEG and colour profiles change values a little. */
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
