import { copyFile, readFile } from "node:fs/promises";
import { PDFRawStream } from "@cantoo/pdf-lib";
import { checkA4 } from "./check.ts";
import type { SourceDocument } from "./document.ts";
import { writeDocument } from "./file-writer.ts";
import { resolve } from "./objects.ts";
import { measurePictures } from "./picture-sizes.ts";
import { smallerPicture } from "./shrink-picture.ts";
import { readStrictly } from "./strict-reader.ts";

export interface Shrinking {
  /** A PDF that `placeOnA4` or the picture converter wrote. */
  path: string;
  /** The wanted size. A PDF that is not larger is copied unchanged. */
  targetBytes: number;
  outPath: string;
}

/**
 * Reduces the pictures of a PDF to 200 dots per inch, keeping the form that `assemble` reads. The result may still
 * exceed the target.
 * @throws ConvertError too-large
 */
export async function shrink({ path, targetBytes, outPath }: Shrinking): Promise<{ pages: number }> {
  const bytes = await readFile(path);
  const source = readStrictly(bytes);
  if (!source) throw new Error("The PDF was not written by this engine");
  const isChanged = bytes.length > targetBytes && (await shrinkPictures(source));
  if (isChanged) writeChanged(source, outPath);
  else await copyFile(path, outPath);
  return { pages: await checkA4(outPath, source.pages.length) };
}

/** Reduces the pictures one after the other, so that only one is unpacked at a time. */
async function shrinkPictures(source: SourceDocument): Promise<boolean> {
  let isChanged = false;
  for (const [reference, placed] of measurePictures(source)) {
    const picture = resolve(source.context, reference);
    const smaller = picture instanceof PDFRawStream ? await smallerPicture(picture, placed) : undefined;
    if (!smaller) continue;
    source.context.assign(reference, smaller);
    isChanged = true;
  }
  return isChanged;
}

function writeChanged({ context, catalog }: SourceDocument, outPath: string): void {
  const reference = context.getObjectRef(catalog);
  if (!reference) throw new Error("The PDF's catalogue is not an indirect object");
  writeDocument(context, reference, outPath);
}
