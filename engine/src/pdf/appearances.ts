import type { AnnotationPlaces } from "./inspect.ts";
import { saveWithPdfium, withPdfium } from "./pdfium.ts";

const widgetSubtype = 20;

/**
 * Lets PDFium draw annotations and form fields that came without an appearance.
 * @param bytes a PDF without encryption
 * @param places which ones, and those to be cleared; all others stay as they are, because PDFium's own drawing loses letters now and then
 */
export function generateAppearances(bytes: Uint8Array, places: AnnotationPlaces): Promise<Buffer> {
  return withPdfium(bytes, "", ({ pdfium, document }) => {
    for (const [pageIndex, annotations] of places) {
      const page = pdfium.FPDF_LoadPage(document, pageIndex);
      if (page === 0) continue;
      for (const [index, redraw] of annotations) {
        const annotation = pdfium.FPDFPage_GetAnnot(page, index);
        if (annotation === 0) continue;
        const isField = pdfium.FPDFAnnot_GetSubtype(annotation) === widgetSubtype;
        // PDFium replaces no drawing that is there.
        if (isField) pdfium.FPDFAnnot_SetAP(annotation, 0, 0);
        if (isField && redraw === "draw") pdfium.EPDFAnnot_GenerateFormFieldAP(annotation);
        else if (!isField) pdfium.EPDFAnnot_GenerateAppearance(annotation);
        pdfium.FPDFPage_CloseAnnot(annotation);
      }
      pdfium.FPDF_ClosePage(page);
    }
    return saveWithPdfium(pdfium, document);
  });
}
