import type { PdfiumDocument } from "./pdfium.ts";
import { copyFromPdfium } from "./pdfium.ts";

/** Returns the text of a page as PDFium reads it. */
export function textOfPage({ pdfium, document }: PdfiumDocument, index: number): string {
  const page = pdfium.FPDF_LoadPage(document, index);
  if (page === 0) return "";
  const textPage = pdfium.FPDFText_LoadPage(page);
  const characters = Math.max(0, pdfium.FPDFText_CountChars(textPage));
  const memory = pdfium.pdfium.wasmExports.malloc((characters + 1) * 2);
  pdfium.FPDFText_GetText(textPage, 0, characters, memory);
  const text = copyFromPdfium(pdfium, memory, characters * 2).toString("utf16le");
  pdfium.pdfium.wasmExports.free(memory);
  pdfium.FPDFText_ClosePage(textPage);
  pdfium.FPDF_ClosePage(page);
  return text;
}
