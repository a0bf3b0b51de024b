import type { WrappedPdfiumModule } from "@embedpdf/pdfium";
import { withScratch } from "./pdfium-module.ts";

type Point = readonly [x: number, y: number];
export type Corners = readonly [Point, Point, Point, Point];

/** PDFium's numbers for the annotation subtypes from Highlight to StrikeOut. */
const [firstKind, lastKind] = [9, 12];

/** Puts the corners of text markup into the order that PDFium needs; in any other it draws nothing. */
export function normaliseQuadPoints(pdfium: WrappedPdfiumModule, annotation: number): void {
  const kind = pdfium.FPDFAnnot_GetSubtype(annotation);
  if (kind < firstKind || kind > lastKind) return;
  // FS_QUADPOINTSF
  withScratch(pdfium, 8, ({ address, float, setFloats }) => {
    const corner = (index: number): Point => [float(index * 2), float(index * 2 + 1)];
    for (let index = 0; index < pdfium.FPDFAnnot_CountAttachmentPoints(annotation); index++) {
      if (!pdfium.FPDFAnnot_GetAttachmentPoints(annotation, index, address)) continue;
      setFloats(toRowOrder([corner(0), corner(1), corner(2), corner(3)]).flat());
      pdfium.FPDFAnnot_SetAttachmentPoints(annotation, index, address);
    }
  });
}

/**
 * Orders the corners of marked text as two rows, upper left and right, lower left and right, as Acrobat writes and
 * viewers read them. The standard requires counterclockwise order from the lower left (ISO 32000-1, figure 64), and
 * programs write either.
 */
function toRowOrder([first, second, third, fourth]: Corners): Corners {
  const along = (second[0] - first[0]) * (fourth[0] - third[0]) + (second[1] - first[1]) * (fourth[1] - third[1]);
  // In row order, the direction from third to fourth is the same as from first to second.
  const [left, right] = along < 0 ? [fourth, third] : [third, fourth];
  const across = (second[0] - first[0]) * (left[1] - first[1]) - (second[1] - first[1]) * (left[0] - first[0]);
  const isBelow = across > 0; // the second row is to the left of the direction of the first
  return isBelow ? [left, right, first, second] : [first, second, left, right];
}
