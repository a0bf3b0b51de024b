import type { PDFObject } from "@cantoo/pdf-lib";

/** What annotations add to a sheet: operators in page coordinates, and the resources that they use. */
export class DrawnAnnotations {
  operators: string[] = [];
  readonly xObjects = new Map<string, PDFObject>();
  readonly fonts = new Map<string, PDFObject>();
  readonly layers = new Map<string, PDFObject>();
  /** Whether the appearance of a highlight lacks the blend mode that keeps its text readable. */
  needsMultiply = false;
}
