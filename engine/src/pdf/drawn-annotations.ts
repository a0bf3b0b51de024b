import type { PDFObject } from "@cantoo/pdf-lib";

/** What a sheet gains from annotations: operators in the page's coordinates and the resources that they name. */
export interface DrawnAnnotations {
  operators: string[];
  xObjects: Map<string, PDFObject>;
  fonts: Map<string, PDFObject>;
  layers: Map<string, PDFObject>;
  /** Highlights need the blend mode that their own appearance forgot. */
  needsMultiply: boolean;
}

export function nothingDrawn(): DrawnAnnotations {
  return {
    operators: [],
    xObjects: new Map(),
    fonts: new Map(),
    layers: new Map(),
    needsMultiply: false,
  };
}
