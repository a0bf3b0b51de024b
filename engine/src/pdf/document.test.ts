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
