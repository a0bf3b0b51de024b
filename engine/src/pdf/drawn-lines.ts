import type { WrappedPdfiumModule } from "@embedpdf/pdfium";

/** As PDFium counts kinds of annotations. */
const [line, polygon, polyline] = [4, 7, 8];
/** An arrow's head is nine times as long as its line is wide. */
const headWidths = 10;
const pointBytes = 8;

/**
 * Lines and polygons that nobody drew show only what lies in their rectangle, which some programs leave without any room: it comes to hold
 * all points and the heads of arrows.
 */
export function holdLine(pdfium: WrappedPdfiumModule, annotation: number): void {
  const kind = pdfium.FPDFAnnot_GetSubtype(annotation);
  if (kind !== line && kind !== polygon && kind !== polyline) return;
  const { wasmExports, getValue, setValue } = pdfium.pdfium;
  const count = kind === line ? 2 : pdfium.FPDFAnnot_GetVertices(annotation, 0, 0);
  if (count < 2) return;
  const memory = wasmExports.malloc(Math.max(16, count * pointBytes));
  const float = (index: number) => getValue(memory + index * 4, "float");
  try {
    if (!pdfium.FPDFAnnot_GetRect(annotation, memory)) return;
    const [left, top, right, bottom] = [float(0), float(1), float(2), float(3)];
    const isRead =
      kind === line
        ? pdfium.FPDFAnnot_GetLine(annotation, memory, memory + pointBytes)
        : pdfium.FPDFAnnot_GetVertices(annotation, memory, count) === count;
    if (!isRead) return;
    const across = Array.from({ length: count }, (_, index) => float(index * 2));
    const down = Array.from({ length: count }, (_, index) => float(index * 2 + 1));
    const [from, to, low, high] = [least(across), most(across), least(down), most(down)];
    if (from >= left && to <= right && low >= bottom && high <= top) return;
    const room = headWidths * Math.max(1, borderWidth(pdfium, annotation));
    const held = [
      Math.min(left, from - room),
      Math.max(top, high + room),
      Math.max(right, to + room),
      Math.min(bottom, low - room),
    ];
    for (const [index, value] of held.entries()) setValue(memory + index * 4, value, "float");
    pdfium.FPDFAnnot_SetRect(annotation, memory);
  } finally {
    wasmExports.free(memory);
  }
}

const least = (numbers: number[]) => numbers.reduce((one, other) => Math.min(one, other));
const most = (numbers: number[]) => numbers.reduce((one, other) => Math.max(one, other));

function borderWidth({ pdfium, FPDFAnnot_GetBorder }: WrappedPdfiumModule, annotation: number): number {
  const memory = pdfium.wasmExports.malloc(12); // two radii and the width
  const isStated = FPDFAnnot_GetBorder(annotation, memory, memory + 4, memory + 8);
  const width = isStated ? pdfium.getValue(memory + 8, "float") : 1;
  pdfium.wasmExports.free(memory);
  return Number.isFinite(width) ? Math.min(Math.max(width, 0), 72) : 1;
}
