import type { WrappedPdfiumModule } from "@embedpdf/pdfium";
import type { AnnotationPlaces, Redraw } from "./inspect.ts";
import { expandLineRect } from "./line-rect.ts";
import { saveWithPdfium, withPdfium } from "./pdfium.ts";
import { withScratch } from "./pdfium-module.ts";
import { normaliseQuadPoints } from "./quad-points.ts";

/** As PDFium counts kinds of annotations. */
const [textSubtype, widgetSubtype] = [1, 20];

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
        draw(pdfium, annotation, redraw);
        pdfium.FPDFPage_CloseAnnot(annotation);
      }
      pdfium.FPDF_ClosePage(page);
    }
    return saveWithPdfium(pdfium, document);
  });
}

function draw(pdfium: WrappedPdfiumModule, annotation: number, redraw: Redraw): void {
  const isField = pdfium.FPDFAnnot_GetSubtype(annotation) === widgetSubtype;
  const wordsKey = isField ? "V" : "Contents";
  // PDFium replaces no drawing that is there.
  if (isField) pdfium.FPDFAnnot_SetAP(annotation, 0, 0);
  if (redraw === "clear") return;
  if (redraw !== "draw") setText(pdfium, annotation, wordsKey, "");
  if (isField) {
    pdfium.EPDFAnnot_GenerateFormFieldAP(annotation);
  } else {
    placeNoteIcon(pdfium, annotation);
    normaliseQuadPoints(pdfium, annotation);
    expandLineRect(pdfium, annotation);
    pdfium.EPDFAnnot_ClearBorderEffect(annotation); // its clouds come out as dots far apart
    pdfium.EPDFAnnot_GenerateAppearance(annotation);
  }
  if (redraw !== "draw") setText(pdfium, annotation, wordsKey, redraw.words);
}

const noteIconHeight = 20;

/** A note's sign stands in the upper left corner of its rectangle, however large that is; PDFium puts it in the lower. */
function placeNoteIcon(pdfium: WrappedPdfiumModule, annotation: number): void {
  if (pdfium.FPDFAnnot_GetSubtype(annotation) !== textSubtype) return;
  // FS_RECTF: left, top, right, bottom
  withScratch(pdfium, 4, ({ address, float, setFloats }) => {
    if (!pdfium.FPDFAnnot_GetRect(annotation, address)) return;
    const [left, top, right, bottom] = [float(0), float(1), float(2), float(3)];
    setFloats([left, top, right, Math.max(bottom, top - noteIconHeight)]);
    pdfium.FPDFAnnot_SetRect(annotation, address);
  });
}

function setText(pdfium: WrappedPdfiumModule, annotation: number, key: string, text: string) {
  const bytes = (text.length + 1) * 2; // it ends with a zero
  withScratch(pdfium, Math.ceil(bytes / 4), ({ address }) => {
    pdfium.pdfium.stringToUTF16(text, address, bytes);
    pdfium.FPDFAnnot_SetStringValue(annotation, key, address);
  });
}
