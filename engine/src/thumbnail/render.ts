import { readFile, writeFile } from "node:fs/promises";
import { openRaster } from "../image/raster.ts";
import { copyFromPdfium, type PdfiumDocument, withPdfium } from "../pdf/pdfium.ts";
import { packPictures } from "./pack.ts";

/** The largest width at which a thumbnail is shown, in CSS pixels. */
const widthPixels = 200;
const withAnnotations = 1;
const redFirst = 0x10;
const white = 0xffffffff;

export interface RenderOptions {
  /** A PDF written by this engine. */
  path: string;
  /** Page indexes from `first`, counted from 0, to `end` exclusive. Indexes after the last page are ignored. */
  first: number;
  end: number;
  /** Drawing stops after a page that took longer. */
  pageMs: number;
  outPath: string;
}

/**
 * Draws pages as WebP pictures 200 pixels wide, packed into one file. Runs inside a sandboxed process.
 * @returns pictures: their number, from `first` on without a gap; pages: the page count of the PDF
 * @throws Error when not even the first page can be drawn
 */
export async function renderThumbnails(options: RenderOptions): Promise<{ pictures: number; pages: number }> {
  const { path, first, end, pageMs, outPath } = options;
  const { drawn, pages } = await withPdfium(await readFile(path), "", (opened) => {
    const bitmaps: Drawn[] = [];
    for (let index = first; index < Math.min(end, opened.pages); index++) {
      const began = performance.now();
      const bitmap = draw(opened, index);
      if (!bitmap) break;
      bitmaps.push(bitmap);
      if (performance.now() - began > pageMs) break;
    }
    return { drawn: bitmaps, pages: opened.pages };
  });
  if (drawn.length === 0) throw new Error(`Page ${first + 1} could not be drawn`);
  const pictures: Buffer[] = [];
  for (const { pixels, width, height } of drawn) {
    const raster = await openRaster(pixels, { raw: { width, height, channels: 4 } });
    pictures.push(await raster.removeAlpha().webp({ quality: 70, effort: 2 }).toBuffer());
  }
  await writeFile(outPath, packPictures(pictures));
  return { pictures: pictures.length, pages };
}

interface Drawn {
  pixels: Buffer;
  width: number;
  height: number;
}

function draw({ pdfium, document }: PdfiumDocument, index: number): Drawn | undefined {
  const page = pdfium.FPDF_LoadPage(document, index);
  if (page === 0) return undefined;
  const width = widthPixels;
  const height = Math.round((width * pdfium.FPDF_GetPageHeightF(page)) / pdfium.FPDF_GetPageWidthF(page));
  const bitmap = pdfium.FPDFBitmap_Create(width, height, 0);
  try {
    if (bitmap === 0) return undefined;
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, withAnnotations | redFirst);
    const pixels = copyFromPdfium(pdfium, pdfium.FPDFBitmap_GetBuffer(bitmap), width * height * 4);
    return { pixels, width, height };
  } finally {
    if (bitmap !== 0) pdfium.FPDFBitmap_Destroy(bitmap);
    pdfium.FPDF_ClosePage(page);
  }
}
