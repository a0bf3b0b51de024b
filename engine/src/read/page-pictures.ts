import { type Matrix, multiply, type Rect, transformRect } from "../pdf/geometry.ts";
import { withScratch } from "../pdf/pdfium-module.ts";
import type { OpenPage } from "./open-page.ts";

/** The pictures of a page. */
export interface PagePictures {
  /** Share of the page that they cover, from 0 to 1. */
  coverage: number;
  /** Effective dots per inch of those that cover most of the page; null without pictures. */
  dpi: number | null;
}

/** FPDF_PAGEOBJ_* of fpdf_edit.h. */
const kinds = { image: 3, form: 5 } as const;
/** Objects beyond these are not looked at: a page of a hostile file may have millions. */
const maxObjects = 20_000;
const maxDepth = 10;
/** The page is divided into this number of columns and rows to add up areas that may overlap. */
const cells = 64;
/** A picture counts for the resolution when it is at least this large compared with the largest. */
const largeShare = 0.5;

interface Picture {
  box: Rect;
  dpi: number;
}

/** Measures where pictures lie on a page and how fine they are. */
export function picturesOf(opened: OpenPage): PagePictures {
  const pictures: Picture[] = [];
  const { pdfium, page, width, height, place } = opened;
  let objects = 0;

  function visit(object: number, within: Matrix, depth: number): void {
    objects += 1;
    const kind = pdfium.FPDFPageObj_GetType(object);
    if (kind !== kinds.image && kind !== kinds.form) return;
    const matrix = matrixOf(opened, object);
    if (!matrix) return;
    if (kind === kinds.image) {
      const picture = measured(opened, object, multiply(matrix, within));
      if (picture) pictures.push(picture);
    } else if (depth < maxDepth) {
      const count = pdfium.FPDFFormObj_CountObjects(object);
      for (let index = 0; index < count && objects < maxObjects; index++)
        visit(pdfium.FPDFFormObj_GetObject(object, index), multiply(matrix, within), depth + 1);
    }
  }

  const count = pdfium.FPDFPage_CountObjects(page);
  for (let index = 0; index < count && objects < maxObjects; index++)
    visit(pdfium.FPDFPage_GetObject(page, index), place, 0);
  const areas = pictures.map(({ box: [left, top, right, bottom] }) => (right - left) * (bottom - top));
  const largest = Math.max(...areas);
  const large = pictures.filter((_picture, index) => (areas[index] ?? 0) >= largest * largeShare);
  return {
    coverage: coverageOf(pictures, width, height),
    // Scans are often kept as a fine picture of the print over a coarse one of the paper.
    dpi: large.length === 0 ? null : Math.max(...large.map(({ dpi }) => dpi)),
  };
}

function matrixOf({ pdfium }: OpenPage, object: number): Matrix | null {
  return withScratch(pdfium, 6, ({ address, float }) => {
    if (!pdfium.FPDFPageObj_GetMatrix(object, address)) return null;
    return [float(0), float(1), float(2), float(3), float(4), float(5)];
  });
}

/** @param matrix takes the unit square in which a picture is drawn to the page */
function measured({ pdfium, width, height }: OpenPage, object: number, matrix: Matrix): Picture | null {
  const [left, top, right, bottom] = transformRect(matrix, [0, 0, 1, 1]);
  const box: Rect = [Math.max(0, left), Math.max(0, top), Math.min(width, right), Math.min(height, bottom)];
  if (!(box[2] > box[0] && box[3] > box[1])) return null;
  const [across, down] = withScratch(pdfium, 2, ({ address }) => {
    pdfium.FPDFImageObj_GetImagePixelSize(object, address, address + 4);
    const read = (offset: number) => pdfium.pdfium.getValue(address + offset, "i32");
    return [read(0), read(4)] as const;
  });
  const [a, b, c, d] = matrix;
  const dpi = 72 * Math.min(across / Math.hypot(a, b), down / Math.hypot(c, d));
  return Number.isFinite(dpi) && dpi > 0 ? { box, dpi } : null;
}

function coverageOf(pictures: Picture[], width: number, height: number): number {
  const covered = new Uint8Array(cells * cells);
  const cell = (value: number, length: number) => Math.round((value / length) * cells);
  for (const { box } of pictures) {
    const [left, top, right, bottom] = box;
    for (let row = cell(top, height); row < cell(bottom, height); row++)
      covered.fill(1, row * cells + cell(left, width), row * cells + cell(right, width));
  }
  return covered.reduce((sum, value) => sum + value, 0) / covered.length;
}
