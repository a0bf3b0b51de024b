import { PDFContext, type PDFDict } from "@cantoo/pdf-lib";
import { expect, test, vi } from "vitest";
import { arrayEntry, dictEntry, elements, name } from "./objects.ts";
import { placePages } from "./place.ts";

/** Tens of thousands of links, each the same. */
const { link } = vi.hoisted(() => ({ link: { made: undefined as unknown } }));
vi.mock("./links.ts", () => ({ rebuildLink: () => link.made }));

const context = PDFContext.create();
const dict = (entries: object): PDFDict => context.obj(entries as never) as never;

/** Places pages with these numbers of links; returns those that each sheet has, and whether some were lost. */
function linksOf(...counts: number[]) {
  const annotation = context.register(dict({ Subtype: "Link", Rect: [1, 2, 3, 4] }));
  link.made = dict({});
  const pages = counts.map((count) => ({
    node: dict({ Annots: Array.from({ length: count }, () => annotation) }),
    reference: undefined,
    box: [0, 0, 300, 400] as const,
    rotate: 0,
    userUnit: 1,
  }));
  const placed = placePages({ context, catalog: dict({}), pages, isTree: true }, new Map());
  const root = placed.context.lookup(placed.catalog);
  const sheets = elements(arrayEntry(dictEntry(root, "Pages"), "Kids")) as PDFDict[];
  return [
    sheets.map((sheet) => (sheet.lookup(name("Annots")) ? arrayEntry(sheet, "Annots")?.size() : 0)),
    placed.linksLost,
  ];
}

test("20,000 links of a document are kept, and it is known whether there are more", () => {
  expect(linksOf(20_000, 0)).toEqual([[20_000, 0], false]);
  expect(linksOf(19_999, 2)).toEqual([[19_999, 1], true]);
});
