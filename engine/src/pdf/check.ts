import { a4 } from "./geometry.ts";
import { type PdfiumDocument, withPdfium } from "./pdfium.ts";
import { withScratch } from "./pdfium-module.ts";

/** PDFium holds sizes as 32-bit floats. */
const tolerancePoints = 0.001;

/**
 * Checks a PDF that this engine wrote: it opens, it has the expected number of pages, and every page is exactly A4.
 * @param pages the expected number; when omitted, any number is accepted
 * @returns how many pages it has
 * @throws Error when a check fails, which is a bug in the engine and never the fault of the user's file
 */
export async function checkA4(path: string, pages?: number): Promise<number> {
  return withPdfium(path, "", (opened) => {
    if (opened.pages !== (pages ?? opened.pages))
      throw new Error(`The PDF has ${opened.pages} pages instead of ${pages}`);
    refuseUnlessA4(opened);
    return opened.pages;
  });
}

function refuseUnlessA4({ pdfium, document, pages }: PdfiumDocument): void {
  // FS_SIZEF: two floats
  withScratch(pdfium, 2, ({ address, float }) => {
    for (let index = 0; index < pages; index++) {
      pdfium.FPDF_GetPageSizeByIndexF(document, index, address);
      const [width, height] = [float(0), float(1)];
      if (!isA4(width, height)) throw new Error(`Page ${index + 1} is ${width} × ${height} pt instead of A4`);
    }
  });
}

function isA4(width: number, height: number): boolean {
  const close = (one: number, other: number) => Math.abs(one - other) <= tolerancePoints;
  return (close(width, a4.width) && close(height, a4.height)) || (close(width, a4.height) && close(height, a4.width));
}

const formObject = 5;
/** Limits of nesting depth and of objects visited: some files nest empty forms exponentially. */
const maxFormDepth = 8;
const maxVisits = 100_000;

/** Whether the pages of a PDF written by this engine contain no text, picture, line or shading. Nothing is rendered. */
export async function isBlank(path: string): Promise<boolean> {
  return withPdfium(path, "", ({ pdfium, document, pages }) => {
    let visits = 0;
    function anyDraws(objects: number, objectAt: (index: number) => number, depth: number): boolean {
      for (let index = 0; index < objects; index++) if (draws(objectAt(index), depth)) return true;
      return false;
    }
    function draws(object: number, depth: number): boolean {
      if (pdfium.FPDFPageObj_GetType(object) !== formObject || ++visits > maxVisits) return true;
      const inside = (index: number) => pdfium.FPDFFormObj_GetObject(object, index);
      return depth < maxFormDepth && anyDraws(pdfium.FPDFFormObj_CountObjects(object), inside, depth + 1);
    }
    for (let number = 0; number < pages; number++) {
      const page = pdfium.FPDF_LoadPage(document, number);
      try {
        const objects = page === 0 ? 0 : pdfium.FPDFPage_CountObjects(page);
        if (anyDraws(objects, (index) => pdfium.FPDFPage_GetObject(page, index), 0)) return false;
      } finally {
        if (page !== 0) pdfium.FPDF_ClosePage(page);
      }
    }
    return true;
  });
}
