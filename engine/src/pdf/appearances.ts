import type { WrappedPdfiumModule } from "@embedpdf/pdfium";
import type { AnnotationPlaces, Redraw } from "./inspect.ts";
import { expandLineRect } from "./line-rect.ts";
import { saveWithPdfium, withPdfium } from "./pdfium.ts";
import { withScratch } from "./pdfium-module.ts";
import { normaliseQuadPoints } from "./quad-points.ts";

/** PDFium's numbers for annotation subtypes (FPDF_ANNOT_…). */
const [textSubtype, widgetSubtype] = [1, 20];

/**
 * Lets PDFium generate the appearances of annotations and form fields.
 * @param bytes a PDF without encryption
 * @param places which annotations to draw or clear; all others stay untouched, because PDFium's own drawing sometimes
 * drops characters
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
  // PDFium does not replace an existing appearance, so remove it first.
  if (isField) pdfium.FPDFAnnot_SetAP(annotation, 0, 0);
  if (redraw === "clear") return;
  if (redraw !== "draw") setText(pdfium, annotation, wordsKey, "");
  if (isField) {
    pdfium.EPDFAnnot_GenerateFormFieldAP(annotation);
  } else {
    placeNoteIcon(pdfium, annotation);
    normaliseQuadPoints(pdfium, annotation);
    expandLineRect(pdfium, annotation);
    pdfium.EPDFAnnot_ClearBorderEffect(annotation); // PDFium draws cloudy borders as sparse dots
    pdfium.EPDFAnnot_GenerateAppearance(annotation);
  }
  if (redraw !== "draw") setText(pdfium, annotation, wordsKey, redraw.words);
}

const noteIconHeight = 20;

/**
 * Moves a note's icon to the upper left corner of its rectangle, where it belongs; PDFium draws it in the lower left.
 */
function placeNoteIcon(pdfium: WrappedPdfiumModule, annotation: number): void {
  if (pdfium.FPDFAnnot_GetSubtype(annotation) !== textSubtype) return;
  // FS_RECTF: left, top, right, bottom
  withScratch(pdfium, 4, ({ address, float, setFloats }) => {
    if (!pdfium.FPDFAnnot_GetRect(annotation, address)) return;
    const [left, top, right] = [float(0), float(1), float(2)];
    setFloats([left, top, right, top - noteIconHeight]);
    pdfium.FPDFAnnot_SetRect(annotation, address);
  });
}

function setText(pdfium: WrappedPdfiumModule, annotation: number, key: string, text: string) {
  const bytes = (text.length + 1) * 2; // with a terminating zero
  withScratch(pdfium, Math.ceil(bytes / 4), ({ address }) => {
    pdfium.pdfium.stringToUTF16(text, address, bytes);
    pdfium.FPDFAnnot_SetStringValue(annotation, key, address);
  });
}
