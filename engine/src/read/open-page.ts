import type { Matrix } from "../pdf/geometry.ts";
import type { PdfiumDocument } from "../pdf/pdfium.ts";
import { withScratch } from "../pdf/pdfium-module.ts";

/** A page that is open in PDFium. */
export interface OpenPage {
  pdfium: PdfiumDocument["pdfium"];
  /** PDFium's handle. */
  page: number;
  /** In points, as the page is shown. */
  width: number;
  height: number;
  /** Takes the page's own coordinates to points from its top left corner as it is shown. */
  place: Matrix;
}

/**
 * Opens one page for as long as `use` runs.
 * @param index from 0
 * @returns null when PDFium cannot load the page
 */
export function withPage<T>({ pdfium, document }: PdfiumDocument, index: number, use: (page: OpenPage) => T): T | null {
  const page = pdfium.FPDF_LoadPage(document, index);
  if (page === 0) return null;
  try {
    const width = pdfium.FPDF_GetPageWidthF(page);
    const height = pdfium.FPDF_GetPageHeightF(page);
    if (!(width > 0 && height > 0)) return null;
    return use({ pdfium, page, width, height, place: pageMatrix(pdfium, page, width, height) });
  } finally {
    pdfium.FPDF_ClosePage(page);
  }
}

/** PDFium answers in whole pixels, so the page is imagined this many times larger. */
const finer = 100;
const probe = 1_000;

function pageMatrix(pdfium: PdfiumDocument["pdfium"], page: number, width: number, height: number): Matrix {
  const [across, down] = [Math.round(width * finer), Math.round(height * finer)];
  const at = (x: number, y: number): [number, number] =>
    withScratch(pdfium, 2, ({ address }) => {
      pdfium.FPDF_PageToDevice(page, 0, 0, across, down, 0, x, y, address, address + 4);
      const read = (offset: number) => pdfium.pdfium.getValue(address + offset, "i32") / finer;
      return [read(0), read(4)];
    });
  const [originX, originY] = at(0, 0);
  const [rightX, rightY] = at(probe, 0);
  const [upX, upY] = at(0, probe);
  const step = (to: number, from: number) => (to - from) / probe;
  return [step(rightX, originX), step(rightY, originY), step(upX, originX), step(upY, originY), originX, originY];
}
