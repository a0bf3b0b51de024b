import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PDFDocument, PDFRef } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { checkA4, isBlank } from "./check.ts";
import { aPdf, workFolder } from "./testing.ts";

async function written(make: (document: PDFDocument) => void): Promise<string> {
  const path = join(await workFolder(), "a.pdf");
  await writeFile(path, await aPdf(make));
  return path;
}
const sizes = (...all: [number, number][]) =>
  written((document) => {
    for (const size of all) document.addPage(size);
  });

test.each<[number, number]>([
  [595.276, 841.89],
  [841.89, 595.276],
  [595.2768, 841.8892],
  [841.8908, 595.2752],
])("a page of %d by %d points is A4", async (width, height) => {
  expect(await checkA4(await sizes([width, height]))).toBe(1);
});

test.each<[number, number]>([
  [595.278, 841.89],
  [595.276, 841.888],
  [841.892, 595.276],
  [841.89, 595.274],
])("a page of %d by %d points is not A4", async (width, height) => {
  await expect(checkA4(await sizes([595.276, 841.89], [width, height]))).rejects.toThrow(
    /^Page 2 is [\d.]+ × [\d.]+ pt instead of A4$/,
  );
});

test("the number of pages is checked, where one is expected", async () => {
  const path = await sizes([595.276, 841.89], [595.276, 841.89]);
  expect([await checkA4(path), await checkA4(path, 2)]).toEqual([2, 2]);
  await expect(checkA4(path, 1)).rejects.toThrow("The PDF has 2 pages instead of 1");
  await expect(checkA4(path, 0)).rejects.toThrow("The PDF has 2 pages instead of 0");
});

/** Makes a form that draws others, each by its own name. */
function form(document: PDFDocument, content: string, ...inner: PDFRef[]): PDFRef {
  const names = inner.map((_, index) => `F${index}`);
  const XObject = Object.fromEntries(inner.map((reference, index) => [`F${index}`, reference]));
  const all = `${content} ${names.map((name) => `/${name} Do`).join(" ")}`;
  const entries = { Type: "XObject", Subtype: "Form", BBox: [0, 0, 99, 99], Resources: { XObject } };
  return document.context.register(document.context.stream(all, entries as never));
}
function draw(document: PDFDocument, forms: PDFRef[], content = ""): void {
  const page = document.addPage();
  const XObject = Object.fromEntries(forms.map((reference, index) => [`F${index}`, reference]));
  page.node.set(document.context.obj("Resources" as never) as never, document.context.obj({ XObject }));
  const all = `${content} ${forms.map((_, index) => `/F${index} Do`).join(" ")}`;
  page.node.set(
    document.context.obj("Contents" as never) as never,
    document.context.register(document.context.stream(all)),
  );
}

const square = "0 0 9 9 re f";
/** Nests a drawing in this many forms. */
const nested = (document: PDFDocument, levels: number): PDFRef => {
  let inner = form(document, square);
  for (let level = 1; level < levels; level++) inner = form(document, "", inner);
  return inner;
};

test.each<[string, (document: PDFDocument) => void, boolean]>([
  ["one empty page", (document) => draw(document, []), true],
  ["a square", (document) => draw(document, [], square), false],
  ["an empty form", (document) => draw(document, [form(document, "")]), true],
  ["a form with a square", (document) => draw(document, [form(document, square)]), false],
  ["a square in its second form", (document) => draw(document, [form(document, ""), form(document, square)]), false],
  [
    "a square on its second page",
    (document) => {
      draw(document, []);
      draw(document, [], square);
    },
    false,
  ],
  [
    "two empty pages",
    (document) => {
      draw(document, []);
      draw(document, [form(document, "")]);
    },
    true,
  ],
  ["a square within eight forms", (document) => draw(document, [nested(document, 8)]), false],
  ["a square within nine forms", (document) => draw(document, [nested(document, 9)]), true],
])("whether a document is blank that has %s", async (_what, make, blank) => {
  expect(await isBlank(await written(make))).toBe(blank);
});
