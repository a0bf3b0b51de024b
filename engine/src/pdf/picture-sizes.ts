import { PDFDict, type PDFObject, PDFRawStream, PDFRef } from "@cantoo/pdf-lib";
import type { SourceDocument } from "./document.ts";
import { type Drawing, findDrawings } from "./find-drawings.ts";
import { identity, type Matrix, multiply, type Size } from "./geometry.ts";
import { dictEntry, entry, inherited, nameEntry, numberEntry, numbersEntry, resolve } from "./objects.ts";
import { decodeContent } from "./streams.ts";

/** Limits of nesting depth and number of drawings; pictures beyond them are left out of the result. */
const maxNesting = 30;
const maxDrawings = 100_000;

/**
 * Returns the largest size in points at which each picture is drawn. Pictures that may also be drawn by patterns,
 * glyphs, masks or unreadable content are left out.
 * @param document a document whose pages have a single content stream each, as this engine writes them
 * @throws ConvertError too-large
 */
export function measurePictures({ context, pages }: SourceDocument): Map<PDFRef, Size> {
  const places = new Map<PDFRef, Size>();
  const unknown = new Set<PDFRef>();
  const visitedForms = new Set<PDFRef>();
  const read = new Map<PDFRawStream, Drawing[] | undefined>();
  let drawings = 0;

  function walk(stream: PDFRawStream, resources: PDFDict | undefined, matrix: Matrix, depth: number): void {
    const objects = dictEntry(resources, "XObject");
    if (!objects) return;
    const found = depth > maxNesting ? undefined : drawingsOf(stream);
    if (!found) forget(resources);
    for (const drawing of found ?? []) {
      const reference = objects.get(drawing.name);
      const object = resolve(context, reference);
      if (!(reference instanceof PDFRef && object instanceof PDFRawStream)) continue;
      draw(reference, object, resources, multiply(drawing.matrix, matrix), depth);
    }
  }

  function drawingsOf(stream: PDFRawStream): Drawing[] | undefined {
    if (!read.has(stream)) read.set(stream, contentOf(stream));
    const found = read.get(stream);
    drawings += found?.length ?? 0;
    return drawings > maxDrawings ? undefined : found;
  }

  function draw(
    reference: PDFRef,
    object: PDFRawStream,
    resources: PDFDict | undefined,
    matrix: Matrix,
    depth: number,
  ): void {
    const kind = nameEntry(object.dict, "Subtype");
    if (kind === "Image") {
      places.set(reference, larger(places.get(reference), sizeOf(matrix)));
    } else if (kind === "Form") {
      visitedForms.add(reference);
      const inside = multiply(matrixOf(object.dict), matrix);
      walk(object, dictEntry(object.dict, "Resources") ?? resources, inside, depth + 1);
    }
  }

  /** Leaves out every picture of these resources: its size on the page is unknown. */
  function forget(resources: PDFDict | undefined): void {
    for (const [, reference] of dictEntry(resources, "XObject")?.entries() ?? []) {
      if (!(reference instanceof PDFRef) || unknown.has(reference)) continue;
      unknown.add(reference);
      forget(dictEntry(dictOf(resolve(context, reference)), "Resources"));
    }
  }

  for (const { node } of pages) {
    const content = entry(node, "Contents");
    const resources = dictOf(inherited(node, "Resources"));
    if (content instanceof PDFRawStream) walk(content, resources, identity, 0);
    else forget(resources);
  }
  for (const [reference, object] of context.enumerateIndirectObjects()) {
    if (!visitedForms.has(reference) && isDrawnIndirectly(object)) forget(dictEntry(dictOf(object), "Resources"));
  }
  return new Map([...places].filter(([reference]) => !unknown.has(reference)));
}

function contentOf(stream: PDFRawStream): Drawing[] | undefined {
  const { data, whole } = decodeContent(stream);
  return whole ? findDrawings(data) : undefined;
}

function matrixOf(form: PDFDict): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersEntry(form, "Matrix") ?? [];
  return [a, b, c, d, e, f];
}

/** Images are drawn in the unit square (ISO 32000-1, 8.9.5). */
const sizeOf = ([a, b, c, d]: Matrix): Size => ({ width: Math.hypot(a, b), height: Math.hypot(c, d) });

function larger(one: Size | undefined, other: Size): Size {
  if (!one) return other;
  return { width: Math.max(one.width, other.width), height: Math.max(one.height, other.height) };
}

/**
 * Whether an object may draw pictures at an unknown size: a pattern, a Type 3 font, or a form that only a soft mask
 * uses.
 */
function isDrawnIndirectly(object: PDFObject): boolean {
  const dict = dictOf(object);
  const kind = nameEntry(dict, "Subtype");
  return kind === "Form" || kind === "Type3" || numberEntry(dict, "PatternType") !== undefined;
}

function dictOf(object: PDFObject | undefined): PDFDict | undefined {
  if (object instanceof PDFRawStream) return object.dict;
  return object instanceof PDFDict ? object : undefined;
}
