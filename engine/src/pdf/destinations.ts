import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFString,
} from "@cantoo/pdf-lib";
import { attempt } from "../attempt.ts";
import type { SourceDocument } from "./document.ts";
import { type Placement, type Rect, transformPoint, transformRect } from "./geometry.ts";
import { arrayEntry, asNumber, dictEntry, elements, entry, name, resolve } from "./objects.ts";

/** A source page's sheet in the new document. */
export interface PlacedPage extends Placement {
  box: Rect;
  /** Known before the sheet is written, so that links and outlines can point forward. */
  sheetReference: PDFRef;
}

/**
 * Maps a destination of the source, direct or named, to one on the new sheets; undefined when its page does not exist.
 */
export type FindDestination = (destination: PDFObject | undefined) => PDFArray | undefined;

/** Maps destinations of links and bookmarks to the new pages. Named destinations are read on first use. */
export function createDestinationFinder(
  source: SourceDocument,
  placed: PlacedPage[],
  target: PDFContext,
): FindDestination {
  const byReference = new Map<PDFRef, PlacedPage>();
  source.pages.forEach(({ reference }, index) => {
    const page = placed[index];
    if (reference && page && !byReference.has(reference)) byReference.set(reference, page);
  });
  let named: Map<string, PDFObject> | undefined;

  function explicit(destination: PDFObject | undefined): PDFArray | undefined {
    let found = resolve(source.context, destination);
    for (let hops = 0; hops < 4 && !(found instanceof PDFArray); hops++) {
      const key = nameOfDestination(found);
      if (key !== undefined) {
        named ??= namedDestinations(source);
        found = resolve(source.context, named.get(key));
      } else {
        found = entry(found, "D");
      }
    }
    return found instanceof PDFArray ? found : undefined;
  }

  return (destination) => {
    const found = explicit(destination);
    const first = found?.asArray()[0];
    const pageNumber = asNumber(first);
    const page = first instanceof PDFRef ? byReference.get(first) : placed[pageNumber ?? -1];
    if (!found || !page) return undefined;
    return onSheet(found, page, target);
  };
}

function nameOfDestination(object: PDFObject | undefined): string | undefined {
  if (!(object instanceof PDFString || object instanceof PDFHexString || object instanceof PDFName)) return undefined;
  return attempt(() => object.decodeText());
}

/**
 * Reads named destinations from the catalogue's dictionary (PDF 1.1) and from its name tree (ISO 32000-1, 12.3.2.3).
 */
function namedDestinations({ context, catalog }: SourceDocument): Map<string, PDFObject> {
  const named = new Map<string, PDFObject>();
  for (const [key, value] of dictEntry(catalog, "Dests")?.entries() ?? []) named.set(key.decodeText(), value);
  forEachInNameTree(dictEntry(dictEntry(catalog, "Names"), "Dests"), (key, value) => {
    const text = nameOfDestination(resolve(context, key));
    if (text !== undefined) named.set(text, value);
  });
  return named;
}

/** Visits the entries of a name tree, each node once, without recursion. */
export function forEachInNameTree(root: PDFDict | undefined, visit: (key: PDFObject, value: PDFObject) => void): void {
  const seen = new Set<PDFDict>();
  const waiting: (PDFObject | undefined)[] = [root];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (!(node instanceof PDFDict) || seen.has(node)) continue;
    seen.add(node);
    waiting.push(...elements(arrayEntry(node, "Kids")).toReversed());
    const pairs = arrayEntry(node, "Names")?.asArray() ?? [];
    for (let index = 0; index + 1 < pairs.length; index += 2) {
      const [key, value] = pairs.slice(index, index + 2);
      if (key && value) visit(key, value);
    }
  }
}

/** Returns the destination on the sheet, on which the page is rotated, scaled and moved (ISO 32000-1, table 151). */
function onSheet(destination: PDFArray, { matrix, box, sheetReference }: PlacedPage, target: PDFContext): PDFArray {
  const [, kindObject, ...rest] = elements(destination);
  const kind = kindObject instanceof PDFName ? kindObject.decodeText() : "Fit";
  const [first, second, third, fourth] = rest.map(asNumber);
  const turned = Math.abs(matrix[1]) > 1e-9;
  const result = PDFArray.withContext(target);
  const write = (...objects: PDFObject[]) => {
    for (const object of [sheetReference, ...objects]) result.push(object);
    return result;
  };
  const number = (value: number) => PDFNumber.of(Number(value.toFixed(2)));

  if (kind === "XYZ") {
    // Omitted coordinates mean the upper left corner as displayed, which depends on the page's rotation.
    const [left, , , top] = transformRect(matrix, box);
    const [across, down] = turned ? [second, first] : [first, second];
    const [givenX, givenY] = transformPoint(matrix, first ?? 0, second ?? 0);
    const [x, y] = [across === undefined ? left : givenX, down === undefined ? top : givenY];
    return write(name("XYZ"), number(x), number(y), third ? PDFNumber.of(third) : PDFNull);
  }
  if ((kind === "FitH" || kind === "FitBH") && !turned && first !== undefined) {
    return write(name("FitH"), number(transformPoint(matrix, 0, first)[1]));
  }
  if (kind === "FitR" && [first, second, third, fourth].every((value) => value !== undefined)) {
    const rect = transformRect(matrix, [first ?? 0, second ?? 0, third ?? 0, fourth ?? 0]);
    return write(name("FitR"), ...rect.map(number));
  }
  return write(name("Fit"));
}
