import { PDFArray, type PDFContext, PDFDict, PDFRef } from "@cantoo/pdf-lib";
import { conversionLimits } from "@sheaf/contracts/limits.ts";
import { ConvertError } from "../converter.ts";
import { intersection, normalRect, type PageView, type Rect } from "./geometry.ts";
import {
  asNumber,
  asNumbers,
  dictEntry,
  elements,
  entry,
  inherited,
  name,
  nameEntry,
  numberEntry,
  resolve,
} from "./objects.ts";

/** A parsed PDF. */
export interface SourceDocument {
  context: PDFContext;
  catalog: PDFDict;
  pages: SourcePage[];
  /** Whether the page tree is valid: no node is missing or appears twice. */
  isTree: boolean;
}

export interface SourcePage extends PageView {
  node: PDFDict;
  /** The page's own reference, as destinations use it; undefined for a page written directly in its parent. */
  reference: PDFRef | undefined;
}

/** @throws ConvertError too-large above the page limit; any other error when there is no page */
export function readDocument(
  context: PDFContext,
  catalog: PDFDict,
  maxPages: number = conversionLimits.pages,
): SourceDocument {
  const read = readPages(context, catalog, maxPages);
  if (read.pages.length === 0) throw new Error("The PDF has no pages");
  return { context, catalog, ...read };
}

export function tooManyPages(pages: number): ConvertError {
  const limit = conversionLimits.pages.toLocaleString("en-GB");
  return new ConvertError(
    "too-large",
    `has ${pages.toLocaleString("en-GB")} pages; the limit is ${limit} pages a file. Split it and replace it.`,
  );
}

/**
 * Walks the page tree from left to right without recursion: real trees are up to 20,000 levels deep, or contain loops.
 */
function readPages(context: PDFContext, catalog: PDFDict, maxPages: number): { pages: SourcePage[]; isTree: boolean } {
  let isTree = true;
  const pages: SourcePage[] = [];
  const seen = new Set<PDFDict>();
  const waiting = [catalog.get(name("Pages"))];
  while (waiting.length > 0) {
    const next = waiting.pop();
    const node = resolve(context, next);
    const kids = entry(node, "Kids");
    const isOdd = !(node instanceof PDFDict) || seen.has(node);
    isTree &&= !isOdd;
    if (isOdd) continue;
    if (kids instanceof PDFArray) {
      seen.add(node);
      for (const kid of kids.asArray().toReversed()) waiting.push(kid);
      continue;
    }
    if (node === catalog) continue;
    pages.push({ node, reference: next instanceof PDFRef ? next : undefined, ...readPageView(node) });
    if (pages.length > maxPages) throw tooManyPages(Math.max(pages.length, countOf(catalog)));
  }
  return { pages, isTree };
}

/** Whether every page is an indirect object of type Page, and the tree's count is right. */
export function hasConsistentPageTree({ catalog, pages, isTree }: SourceDocument): boolean {
  const references = new Set(pages.map(({ reference }) => reference));
  return (
    isTree &&
    countOf(catalog) === pages.length &&
    references.size === pages.length &&
    !references.has(undefined) &&
    pages.every(({ node }) => nameEntry(node, "Type") === "Page")
  );
}

function countOf(catalog: PDFDict): number {
  return numberEntry(dictEntry(catalog, "Pages"), "Count") ?? 0;
}

const usLetter: Rect = [0, 0, 612, 792];

/** Accepts missing, inverted, empty and infinite boxes, which all occur in practice. */
function readPageView(node: PDFDict): PageView {
  const media = usable(normalRect(asNumbers(inherited(node, "MediaBox")))) ?? usLetter;
  const crop = normalRect(asNumbers(inherited(node, "CropBox")));
  const box = (crop && usable(intersection(crop, media))) ?? media;
  const userUnit = numberEntry(node, "UserUnit") ?? 1;
  return { box, rotate: asNumber(inherited(node, "Rotate")) ?? 0, userUnit: userUnit > 0 ? userUnit : 1 };
}

function usable(box: Rect | undefined): Rect | undefined {
  if (!box?.every(Number.isFinite)) return undefined;
  return box[2] - box[0] >= 1 && box[3] - box[1] >= 1 ? box : undefined;
}

/** Returns the annotations of a page that are dictionaries, with their index in /Annots. */
export function annotationsOf(page: SourcePage): { annotation: PDFDict; index: number }[] {
  const list = entry(page.node, "Annots");
  if (!(list instanceof PDFArray)) return [];
  return elements(list).flatMap((annotation, index) => (annotation instanceof PDFDict ? [{ annotation, index }] : []));
}
