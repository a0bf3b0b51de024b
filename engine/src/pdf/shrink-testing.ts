import { join } from "node:path";
import { type PDFContext, PDFName, type PDFObject, type PDFRef } from "@cantoo/pdf-lib";
import sharp from "sharp";
import { expect } from "vitest";
import { shrink } from "./shrink.ts";
import { addPage, aPdf, place, see, syntaxOf, workFolder } from "./testing.ts";

/**
 * A photo of 800 × 600 pixels: red on the left, blue on the right, and grain, so that it does not compress to almost
 * nothing.
 */
export const [width, height] = [800, 600];
export const photo = Buffer.alloc(width * height * 3);
for (let at = 0, grain = 1; at < photo.length; at += 3) {
  grain = (grain * 1103515245 + 12345) & 0x7fffffff;
  const isLeft = (at / 3) % width < width / 2;
  photo.set(
    [isLeft ? 200 : 20, 20, isLeft ? 20 : 200].map((value) => value + ((grain >> 16) % 32)),
    at,
  );
}
export const raster = () => sharp(photo, { raw: { width, height, channels: 3 } });
export const jpeg = await raster().jpeg({ quality: 95 }).toBuffer();
export const plain = { Type: "XObject", Subtype: "Image", Width: width, Height: height, BitsPerComponent: 8 };
export const asJpeg = { ...plain, ColorSpace: "DeviceRGB", Filter: "DCTDecode" };

type Entries = NonNullable<Parameters<PDFContext["stream"]>[1]>;
export type Draw = (context: PDFContext) => PDFRef;

export const pictureOf = (entries: Entries, data: Uint8Array): Draw => {
  return (context) => context.register(context.stream(data, entries));
};
const jpegPicture = pictureOf(asJpeg, jpeg);

export interface PageParts {
  picture?: Draw;
  /** By default the picture is 144 × 108 points large: then its 800 pixels are 400 dots per inch. */
  content?: string;
  /** Further resources of the page. */
  more?: (context: PDFContext, picture: PDFRef) => Record<string, PDFObject>;
}

export const onSheet = "q 144 0 0 108 72 72 cm /I Do Q";
const [left, right] = [
  { x: 100, y: 120 },
  { x: 190, y: 120 },
];

/** Makes a PDF of one A4 page with text and the picture /I in its resources, in the form that `convertFile` writes. */
export async function pageWith({ picture = jpegPicture, content = onSheet, more }: PageParts = {}): Promise<string> {
  const bytes = await aPdf(async (document) => {
    const { node } = await addPage(document, [595.276, 841.89], "Receipt 7");
    const { context } = document;
    const image = picture(context);
    const resources = { XObject: context.obj({ I: image }), ...more?.(context, image) };
    for (const [key, value] of Object.entries(resources)) node.Resources()?.set(PDFName.of(key), value);
    node.addContentStream(context.register(context.stream(content)));
  });
  return (await place(bytes)).path;
}

export async function shrunk(path: string, targetBytes = 1_000): Promise<string> {
  const outPath = join(await workFolder(), "smaller.pdf");
  await shrink({ path, outPath, targetBytes });
  return outPath;
}

/** Returns width and height in pixels of each picture, in the order of the file. */
export function pixelsIn(path: string): string[] {
  const text = syntaxOf(path);
  return [...text.matchAll(/<<(?:(?!endobj)[\s\S])*?\/Subtype \/Image(?:(?!endobj)[\s\S])*?>>\s*stream/g)].map(
    ([dict]) => ["Width", "Height"].map((key) => new RegExp(`/${key} (\\d+)`).exec(dict)?.[1]).join(" × "),
  );
}

/** Compares text and two colours of the first pages. Colours may differ a little, because of JPEG and grain. */
export async function expectSameLook(path: string, original: string): Promise<void> {
  const [[before], [after]] = await Promise.all([see(original), see(path)]);
  expect(after?.text).toBe(before?.text);
  for (const { x, y } of [left, right]) {
    const [was, is] = [before?.colourAt(x, y) ?? [], after?.colourAt(x, y) ?? []];
    expect(is.map((value, index) => Math.abs(value - (was[index] ?? 999)) < 12)).toEqual([true, true, true]);
  }
}
