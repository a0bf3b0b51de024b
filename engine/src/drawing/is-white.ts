import { withPdfium } from "../pdf/pdfium.ts";
import { heapOf } from "../pdf/pdfium-module.ts";

/** Enough for the thinnest line of a page to leave a mark. */
const [width, height] = [1_200, 1_200];
const white = 0xffffffff;

/** Whether the first page of a PDF shows nothing: a drawing for dark slides may consist of white lines. */
export function isWhite(path: string): Promise<boolean> {
  return withPdfium(path, "", ({ pdfium, document }) => {
    const page = pdfium.FPDF_LoadPage(document, 0);
    const bitmap = pdfium.FPDFBitmap_Create(width, height, 0);
    try {
      pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
      pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 0);
      const start = pdfium.FPDFBitmap_GetBuffer(bitmap);
      return heapOf(pdfium)
        .subarray(start, start + width * height * 4)
        .every((byte) => byte === 255);
    } finally {
      pdfium.FPDFBitmap_Destroy(bitmap);
      pdfium.FPDF_ClosePage(page);
    }
  });
}
