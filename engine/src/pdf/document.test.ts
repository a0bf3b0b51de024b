import { PDFDocument, PDFName, PDFNumber, type PDFObject } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { annotationsOf, hasConsistentPageTree, readDocument } from "./document.ts";

const usLetter = [0, 0, 612, 792];

type Entries = Record<string, number | (number | null)[]>;

async function documentWith(entries: Entries) {
  const document = await PDFDocument.create();
  const page = document.addPage([300, 400]);
  for (const [key, value] of Object.entries(entries)) {
    const object = typeof value === "number" ? PDFNumber.of(value) : document.context.obj(value);
    page.node.set(PDFName.of(key), object);
  }
  return { document, page };
}

async function pageWith(entries: Entries) {
  const { document } = await documentWith(entries);
  return readDocument(document.context, document.catalog).pages[0];
}

test.each([
  ["is stated", { MediaBox: [0, 0, 300, 400] }, [0, 0, 300, 400]],
  ["has its corners in another order", { MediaBox: [300, 400, 0, 0] }, [0, 0, 300, 400]],
  ["is empty", { MediaBox: [0, 0, 0, 0] }, usLetter],
  ["is flat", { MediaBox: [0, 0, 300, 0.5] }, usLetter],
  ["is infinite", { MediaBox: [0, 0, Number.POSITIVE_INFINITY, 400] }, usLetter],
  ["is no list of numbers", { MediaBox: [0, null, 300, 400] }, usLetter],
  ["is cropped", { CropBox: [50, 60, 900, 200] }, [50, 60, 300, 200]],
  ["is cropped to nothing", { CropBox: [500, 600, 900, 700] }, [0, 0, 300, 400]],
])("a page's box that %s", async (_what, entries, box) => {
  expect((await pageWith(entries))?.box).toEqual(box);
});

test("a page without rotation or unit has 0 and 1, and a unit below 0 counts as 1", async () => {
  expect(await pageWith({})).toMatchObject({ rotate: 0, userUnit: 1 });
  expect(await pageWith({ Rotate: 270, UserUnit: 10 })).toMatchObject({ rotate: 270, userUnit: 10 });
  expect(await pageWith({ UserUnit: -1 })).toMatchObject({ userUnit: 1 });
});

test("pages come in the order of the tree, and a page that is listed twice counts once", async () => {
  const { document, page } = await documentWith({});
  const second = document.addPage();
  const kids = (...pages: PDFObject[]) => document.catalog.Pages().set(PDFName.of("Kids"), document.context.obj(pages));
  const read = () => readDocument(document.context, document.catalog);
  expect(read().pages.map(({ reference }) => reference)).toEqual([page.ref, second.ref]);
  expect(hasConsistentPageTree(read())).toBe(true);

  kids(second.ref, page.ref, document.catalog.get(PDFName.of("Pages")) ?? page.ref);
  expect(read().pages.map(({ reference }) => reference)).toEqual([second.ref, page.ref]);
  expect(hasConsistentPageTree(read())).toBe(false);

  kids();
  expect(read).toThrow("The PDF has no pages");
});

test("annotations keep their index in the page's list, and other objects in it are left out", async () => {
  const { document, page } = await documentWith({});
  expect(readDocument(document.context, document.catalog).pages.flatMap(annotationsOf)).toEqual([]);
  page.node.set(PDFName.of("Annots"), document.context.obj([7, { Subtype: "Link" }]));
  const [first] = readDocument(document.context, document.catalog).pages;
  expect(first && annotationsOf(first).map(({ index }) => index)).toEqual([1]);
});

test("a document has at most as many pages as allowed, and the refusal states how many there are", async () => {
  const { document } = await documentWith({});
  document.addPage();
  const read = (maxPages: number) => () => readDocument(document.context, document.catalog, maxPages);
  expect(read(2)().pages).toHaveLength(2);
  const refusal = (pages: string) => ({
    reason: "too-large",
    detail: `has ${pages} pages; the limit is 2,000 pages a file. Split it and replace it.`,
  });
  expect(read(1)).toThrow(expect.objectContaining(refusal("2")));
  document.catalog.Pages().set(PDFName.of("Count"), PDFNumber.of(12_345));
  expect(read(1)).toThrow(expect.objectContaining(refusal("12,345")));
});

test.each<[string, number[], number[]]>([
  ["one point wide", [0, 0, 1, 400], [0, 0, 1, 400]],
  ["less than a point wide", [0, 0, 0.9, 400], usLetter],
  ["one point high", [0, 0, 300, 1], [0, 0, 300, 1]],
  ["less than a point high", [0, 0, 300, 0.9], usLetter],
  ["away from the origin", [-5, -6, 4, 3], [-5, -6, 4, 3]],
  ["less than a point wide, away from the origin", [5, 6, 5.5, 90], usLetter],
  ["less than a point high, away from the origin", [5, 6, 90, 6.5], usLetter],
])("a page %s", async (_what, MediaBox, box) => expect((await pageWith({ MediaBox }))?.box).toEqual(box));

test("a page cropped to less than a point is shown whole", async () => {
  expect((await pageWith({ CropBox: [10, 10, 10.5, 90] }))?.box).toEqual([0, 0, 300, 400]);
  expect((await pageWith({ CropBox: [10, 10, 90, 10.5] }))?.box).toEqual([0, 0, 300, 400]);
});

test("a unit of 0 counts as 1, and one below 1 is kept", async () => {
  expect(await pageWith({ UserUnit: 0 })).toMatchObject({ userUnit: 1 });
  expect(await pageWith({ UserUnit: 0.5 })).toMatchObject({ userUnit: 0.5 });
});

test.each<[string, (document: PDFDocument) => unknown]>([
  ["the count is wrong", (document) => document.catalog.Pages().set(PDFName.of("Count"), PDFNumber.of(2))],
  ["the count is missing", (document) => document.catalog.Pages().delete(PDFName.of("Count"))],
  ["a page has another type", (document) => document.getPage(0).node.set(PDFName.of("Type"), PDFName.of("Pages"))],
  [
    "a page is written in the tree",
    (document) => document.catalog.Pages().set(PDFName.of("Kids"), document.context.obj([document.getPage(0).node])),
  ],
  [
    "a page is listed twice",
    (document) => {
      const { ref } = document.getPage(0);
      document.catalog.Pages().set(PDFName.of("Kids"), document.context.obj([ref, ref]));
      document.catalog.Pages().set(PDFName.of("Count"), PDFNumber.of(2));
    },
  ],
  [
    "a node is missing",
    (document) => document.catalog.Pages().set(PDFName.of("Kids"), document.context.obj([document.getPage(0).ref, 7])),
  ],
])("a page tree is inconsistent when %s", async (_what, change) => {
  const { document } = await documentWith({});
  const isConsistent = () => hasConsistentPageTree(readDocument(document.context, document.catalog));
  expect(isConsistent()).toBe(true);
  change(document);
  expect(isConsistent()).toBe(false);
});

test("a catalogue that is its own page tree has no pages", async () => {
  const { document } = await documentWith({});
  document.catalog.set(PDFName.of("Pages"), document.catalog);
  expect(() => readDocument(document.context, document.catalog)).toThrow("The PDF has no pages");
});
