import { heapOf } from "../pdf/pdfium-module.ts";
import type { GreyPicture } from "./ocr/grey-picture.ts";
import type { OpenPage } from "./open-page.ts";

/** At this resolution letters of print are as high as the reader was trained with. */
const wantedDpi = 300;
/** A4 at 300 dots per inch, in pixels: the largest picture of a page. */
const longest = 3_508;
const shortest = 2_480;

/** FPDFBitmap_Gray, FPDF_GRAYSCALE and FPDF_ANNOT of fpdfview.h. */
const greyFormat = 1;
const inGrey = 0x08;
const withAnnotations = 0x01;
const white = 0xffffffff;

/**
 * Draws a page in grey.
 * @returns the picture with its dots per inch, 300 or fewer for a page larger than A4; null when memory is short
 */
export function drawGrey({ pdfium, page, width, height }: OpenPage): { picture: GreyPicture; dpi: number } | null {
  const [long, short] = width > height ? [width, height] : [height, width];
  const dpi = Math.min(wantedDpi, (longest * 72) / long, (shortest * 72) / short);
  const across = Math.max(1, Math.round((width * dpi) / 72));
  const down = Math.max(1, Math.round((height * dpi) / 72));
  const bitmap = pdfium.FPDFBitmap_CreateEx(across, down, greyFormat, 0, 0);
  if (bitmap === 0) return null;
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, across, down, white);
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, across, down, 0, inGrey | withAnnotations);
    const stride = pdfium.FPDFBitmap_GetStride(bitmap);
    const from = pdfium.FPDFBitmap_GetBuffer(bitmap);
    const heap = heapOf(pdfium);
    const pixels = new Uint8Array(across * down);
    for (let row = 0; row < down; row++)
      pixels.set(heap.subarray(from + row * stride, from + row * stride + across), row * across);
    return { picture: { pixels, width: across, height: down }, dpi };
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap);
  }
}

/** Ink is darker than the paper by at least this many of 255 levels. */
const inkLevels = 24;

/** Returns whether a picture shows the same tone everywhere, as an empty sheet does. */
export function isBlank({ pixels }: GreyPicture): boolean {
  let lightest = 0;
  let darkest = 255;
  for (const pixel of pixels) {
    if (pixel > lightest) lightest = pixel;
    if (pixel < darkest) darkest = pixel;
  }
  return lightest - darkest < inkLevels;
}
