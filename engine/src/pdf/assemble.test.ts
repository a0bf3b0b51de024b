import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PDFDocument, PDFName, PDFString } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { assemble } from "./assemble.ts";
import { addPage, aPdf, bookmarksOf, place, see, sizesOf, upright, workFolder } from "./testing.ts";

async function document(...words: string[]): Promise<string> {
  const bytes = await aPdf(async (pdf) => {
    for (const text of words) await addPage(pdf, [612, 792], text);
  });
  return (await place(bytes)).path;
}

test("documents follow each other in order, every page A4, under one title", async () => {
  const outPath = join(await workFolder(), "all.pdf");
  const sources = [
    { path: await document("First", "Second"), title: "invoice.docx" },
    { path: await document("Third"), title: "Käse £.jpg" },
    { path: await document("Fourth"), title: "list.xlsx" },
  ];

  expect(await assemble({ sources, title: "Bright Bakery 2026-11-20", outPath })).toEqual({ pages: 4 });

  const pages = await see(outPath);
  expect(pages.map(({ text }) => text.trim())).toEqual(["First", "Second", "Third", "Fourth"]);
  expect(await sizesOf(outPath)).toEqual([upright, upright, upright, upright]);
  expect((await PDFDocument.load(await readFile(outPath))).getTitle()).toBe("Bright Bakery 2026-11-20");
  expect(await bookmarksOf(outPath)).toEqual([
    { title: "invoice.docx", page: 1, children: [] },
    { title: "Käse £.jpg", page: 3, children: [] },
    { title: "list.xlsx", page: 4, children: [] },
  ]);
});

test("[D6] a document's own bookmarks are below the one with its name and lead to its pages", async () => {
  const withOutline = await aPdf(async (pdf) => {
    const { context } = pdf;
    await addPage(pdf, [612, 792], "Cover");
    const chapter = await addPage(pdf, [612, 792], "Chapter");
    const [root, first, second] = [context.nextRef(), context.nextRef(), context.nextRef()];
    const item = (title: string) => ({ Title: PDFString.of(title), Parent: root, Dest: [chapter.ref, "Fit"] });
    context.assign(first, context.obj({ ...item("Chapter 1"), Next: second }));
    context.assign(second, context.obj({ ...item("Chapter 2"), Prev: first }));
    context.assign(root, context.obj({ Type: "Outlines", First: first, Last: second, Count: 2 }));
    pdf.catalog.set(PDFName.of("Outlines"), root);
  });
  const outPath = join(await workFolder(), "all.pdf");
  const sources = [
    { path: await document("Letter"), title: "letter.pdf" },
    { path: (await place(withOutline)).path, title: "book.pdf" },
  ];
  await assemble({ sources, title: "Two", outPath });
  expect(await bookmarksOf(outPath)).toEqual([
    { title: "letter.pdf", page: 1, children: [] },
    {
      title: "book.pdf",
      page: 2,
      children: [
        { title: "Chapter 1", page: 3, children: [] },
        { title: "Chapter 2", page: 3, children: [] },
      ],
    },
  ]);
});

test("a bookmark that is its own child and successor is written once", async () => {
  const looped = await aPdf(async (pdf) => {
    const page = await addPage(pdf, [612, 792]);
    const [root, item] = [pdf.context.nextRef(), pdf.context.nextRef()];
    const itself = { First: item, Next: item, Dest: [page.ref, "Fit"] };
    pdf.context.assign(item, pdf.context.obj({ Title: PDFString.of("Again"), Parent: root, ...itself }));
    pdf.context.assign(root, pdf.context.obj({ First: item, Last: item, Count: 1 }));
    pdf.catalog.set(PDFName.of("Outlines"), root);
  });
  const outPath = join(await workFolder(), "all.pdf");
  await assemble({ sources: [{ path: (await place(looped)).path, title: "loop.pdf" }], title: "Loop", outPath });
  expect(await bookmarksOf(outPath)).toEqual([
    { title: "loop.pdf", page: 1, children: [{ title: "Again", page: 1, children: [] }] },
  ]);
});

test("a hidden layer stays hidden in the joined PDF", async () => {
  const layered = await aPdf((pdf) => {
    const { context } = pdf;
    const page = pdf.addPage([595.276, 841.89]);
    const hidden = context.register(context.obj({ Type: "OCG", Name: PDFString.of("Draft (1 0 R)") }));
    page.node.set(PDFName.of("Resources"), context.obj({ Properties: { L: hidden } }));
    const content = "/OC /L BDC 1 0 0 rg 100 100 100 100 re f EMC 0 0 1 rg 300 100 100 100 re f";
    page.node.set(PDFName.of("Contents"), context.register(context.stream(content)));
    pdf.catalog.set(PDFName.of("OCProperties"), context.obj({ OCGs: [hidden], D: { OFF: [hidden] } }));
  });
  const outPath = join(await workFolder(), "all.pdf");
  const { path } = await place(layered);
  await assemble({
    sources: [
      { path, title: "a" },
      { path, title: "b" },
    ],
    title: "Layers",
    outPath,
  });
  for (const page of await see(outPath)) {
    expect(page.colourAt(150, 150)).toEqual([255, 255, 255]);
    expect(page.colourAt(350, 150)).toEqual([0, 0, 255]);
  }
});

test("an output of more than 5,000 pages is refused, and the message states the limit", async () => {
  const bytes = await aPdf((pdf) => {
    for (let page = 0; page < 2000; page++) pdf.addPage([100, 100]);
  });
  const { path } = await place(bytes);
  const outPath = join(await workFolder(), "all.pdf");
  const sources = ["a", "b", "c"].map((title) => ({ path, title }));
  await expect(assemble({ sources, title: "Long", outPath })).rejects.toMatchObject({
    reason: "too-large",
    detail: expect.stringContaining("5,000 pages"),
  });
});
