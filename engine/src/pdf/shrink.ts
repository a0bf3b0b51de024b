import { copyFile, readFile } from "node:fs/promises";
import { PDFRawStream } from "@cantoo/pdf-lib";
import { checkA4 } from "./check.ts";
import type { SourceDocument } from "./document.ts";
import { writeDocument } from "./file-writer.ts";
import { resolve } from "./objects.ts";
import { measurePictures } from "./picture-sizes.ts";
import { type PictureTarget, smallerPicture } from "./shrink-picture.ts";
import { readStrictly } from "./strict-reader.ts";

export interface Shrinking {
  /** A PDF that `placeOnA4` or the picture converter wrote. */
  path: string;
  /** The wanted size. A PDF that is not larger is copied unchanged. */
  targetBytes: number;
  outPath: string;
}

/** Enough for small print to stay readable. */
const forEmail: PictureTarget = { dotsPerInch: 200, jpegQuality: 85, alsoLossless: false };

/**
 * Reduces the pictures of a PDF to 200 dots per inch, keeping the form that `assemble` reads. The result may still
 * exceed the target.
 * @throws ConvertError too-large
 */
export async function shrink({ path, targetBytes, outPath }: Shrinking): Promise<{ pages: number }> {
  const bytes = await readFile(path);
  const source = readStrictly(bytes);
  if (!source) throw new Error("The PDF was not written by this engine");
  const isWritten = bytes.length > targetBytes && (await writeWithSmallerPictures(source, forEmail, outPath));
  if (!isWritten) await copyFile(path, outPath);
  return { pages: await checkA4(outPath, source.pages.length) };
}

/**
 * Writes a document with smaller pictures. They are recompressed one after the other, so that only one is unpacked at a
 * time.
 * @param source a document whose pages have a single content stream each
 * @returns false when no picture became smaller: nothing was written
 * @throws ConvertError too-large
 */
export async function writeWithSmallerPictures(
  source: SourceDocument,
  target: PictureTarget,
  outPath: string,
): Promise<boolean> {
  const { context, catalog } = source;
  let isChanged = false;
  for (const [reference, placed] of measurePictures(source)) {
    const picture = resolve(context, reference);
    const smaller = picture instanceof PDFRawStream ? await smallerPicture(picture, placed, target) : undefined;
    if (!smaller) continue;
    context.assign(reference, smaller);
    isChanged = true;
  }
  const root = context.getObjectRef(catalog);
  if (!root) throw new Error("The PDF's catalogue is not an indirect object");
  if (isChanged) writeDocument(context, root, outPath);
  return isChanged;
}
