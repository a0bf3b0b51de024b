import { writeFile } from "node:fs/promises";
import { openRaster } from "../image/raster.ts";
import { copyFromPdfium, withPdfium } from "../pdf/pdfium.ts";
import { type OpenPage, withPage } from "./open-page.ts";

/** Wide enough to read a page of print on a screen. */
const widthPixels = 1_000;
/** WebP holds 16,383 pixels at most (RFC 9649, 2.6); a page that is longer is drawn narrower. */
const maxHeightPixels = 16_000;
/** FPDF_ANNOT and FPDF_REVERSE_BYTE_ORDER of fpdfview.h. */
const withAnnotations = 0x01;
const redFirst = 0x10;
const white = 0xffffffff;

interface Drawn {
  pixels: Buffer;
  width: number;
  height: number;
}

/**
 * Draws one page as a WebP picture. Runs inside a sandboxed process.
 * @param index from 0
 * @throws Error when there is no such page or memory is short
 */
export async function drawPage(path: string, index: number, outPath: string): Promise<void> {
  const drawn = await withPdfium(path, "", (opened) => withPage(opened, index, draw));
  if (!drawn) throw new Error(`Page ${index + 1} could not be drawn`);
  const { pixels, width, height } = drawn;
  const raster = await openRaster(pixels, { raw: { width, height, channels: 4 } });
  await writeFile(outPath, await raster.removeAlpha().webp({ quality: 75, effort: 2 }).toBuffer());
}

function draw({ pdfium, page, width, height }: OpenPage): Drawn | null {
  const scale = Math.min(widthPixels / width, maxHeightPixels / height);
  const across = Math.max(1, Math.round(width * scale));
  const down = Math.max(1, Math.round(height * scale));
  const bitmap = pdfium.FPDFBitmap_Create(across, down, 0);
  if (bitmap === 0) return null;
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, across, down, white);
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, across, down, 0, withAnnotations | redFirst);
    const pixels = copyFromPdfium(pdfium, pdfium.FPDFBitmap_GetBuffer(bitmap), across * down * 4);
    return { pixels, width: across, height: down };
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap);
  }
}
