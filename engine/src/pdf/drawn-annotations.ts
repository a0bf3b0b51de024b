import type { PDFObject } from "@cantoo/pdf-lib";

/** What a sheet gains from annotations: operators in the page's coordinates and the resources that they name. */
export class DrawnAnnotations {
  operators: string[] = [];
  readonly xObjects = new Map<string, PDFObject>();
  readonly fonts = new Map<string, PDFObject>();
  readonly layers = new Map<string, PDFObject>();
  /** Highlights need the blend mode that their own appearance forgot. */
  needsMultiply = false;
}
