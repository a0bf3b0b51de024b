import type { WrappedPdfiumModule } from "@embedpdf/pdfium";
import { withScratch } from "./pdfium-module.ts";

/** PDFium's numbers for annotation subtypes (FPDF_ANNOT_…). */
const [line, polygon, polyline] = [4, 7, 8];
/** Arrow heads are nine line widths long. */
const headWidths = 10;
const pointBytes = 8;

/**
 * Expands the rectangle of a line or polygon without appearance to include all points and arrow heads: PDFium clips to
 * it, and some programs write one without area.
 */
export function expandLineRect(pdfium: WrappedPdfiumModule, annotation: number): void {
  const kind = pdfium.FPDFAnnot_GetSubtype(annotation);
  if (kind !== line && kind !== polygon && kind !== polyline) return;
  const count = kind === line ? 2 : pdfium.FPDFAnnot_GetVertices(annotation, 0, 0);
  if (count < 2) return;
  withScratch(pdfium, Math.max(4, count * 2), ({ address, float, setFloats }) => {
    if (!pdfium.FPDFAnnot_GetRect(annotation, address)) return;
    const [left, top, right, bottom] = [float(0), float(1), float(2), float(3)];
    const isRead =
      kind === line
        ? pdfium.FPDFAnnot_GetLine(annotation, address, address + pointBytes)
        : pdfium.FPDFAnnot_GetVertices(annotation, address, count) === count;
    if (!isRead) return;
    const across = Array.from({ length: count }, (_, index) => float(index * 2));
    const down = Array.from({ length: count }, (_, index) => float(index * 2 + 1));
    const [from, to, low, high] = [minimum(across), maximum(across), minimum(down), maximum(down)];
    if (from >= left && to <= right && low >= bottom && high <= top) return;
    const room = headWidths * Math.max(1, borderWidth(pdfium, annotation));
    setFloats([
      Math.min(left, from - room),
      Math.max(top, high + room),
      Math.max(right, to + room),
      Math.min(bottom, low - room),
    ]);
    pdfium.FPDFAnnot_SetRect(annotation, address);
  });
}

const minimum = (numbers: number[]) => numbers.reduce((one, other) => Math.min(one, other));
const maximum = (numbers: number[]) => numbers.reduce((one, other) => Math.max(one, other));

function borderWidth(pdfium: WrappedPdfiumModule, annotation: number): number {
  // Two radii and the width.
  const width = withScratch(pdfium, 3, ({ address, float }) =>
    pdfium.FPDFAnnot_GetBorder(annotation, address, address + 4, address + 8) ? float(2) : 1,
  );
  return Number.isFinite(width) ? Math.min(Math.max(width, 0), 72) : 1;
}
