import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { PDFName, type PDFPage, PDFString, rgb } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import type { ArrangedPage } from "../engine-api.ts";
import { assemble } from "./assemble.ts";
import { choosePages } from "./choose-pages.ts";
import {
  addPage,
  annotate,
  aPdf,
  bookmarksOf,
  landscape,
  place,
  see,
  sizesOf,
  syntaxOf,
  upright,
  workFolder,
} from "./testing.ts";

type Source = { path: string; title: string };

/** Makes a placed PDF with one page per text. `draw` adds content to each page. */
async function source(title: string, words: string[], draw?: (page: PDFPage, all: PDFPage[]) => void): Promise<Source> {
  const bytes = await aPdf(async (pdf) => {
    const pages: PDFPage[] = [];
    for (const text of words) pages.push(await addPage(pdf, [595.276, 841.89], text));
    for (const page of pages) draw?.(page, pages);
  });
  return { path: (await place(bytes)).path, title };
}

const page = (source: number, page: number, turn: ArrangedPage["turn"] = 0): ArrangedPage => ({ source, page, turn });

async function arranged(sources: Source[], pages: ArrangedPage[]): Promise<string> {
  const outPath = join(await workFolder(), "arranged.pdf");
  await assemble({ ...choosePages(sources, pages, await workFolder()), title: "Arranged", outPath });
  execFileSync("qpdf", ["--check", outPath]);
  return outPath;
}

const wordsOf = async (path: string) => (await see(path)).map(({ text }) => text.trim());

test("pages of several files come in the given order, and a page may be used twice", async () => {
  const sources = [await source("a.pdf", ["A1", "A2", "A3"]), await source("b.pdf", ["B1", "B2"])];
  const path = await arranged(sources, [page(1, 2), page(0, 3), page(1, 1), page(0, 1), page(0, 3)]);

  expect(await wordsOf(path)).toEqual(["B2", "A3", "B1", "A1", "A3"]);
  expect(await sizesOf(path)).toEqual(Array(5).fill(upright));
  expect(await bookmarksOf(path)).toEqual([
    { title: "b.pdf", page: 1, children: [] },
    { title: "a.pdf", page: 2, children: [] },
  ]);
});

test("every page refers to its page tree as parent", async () => {
  const sources = [await source("a.pdf", ["A1", "A2"]), await source("b.pdf", ["B1"])];
  const text = syntaxOf(await arranged(sources, [page(0, 2), page(1, 1), page(0, 1)]));

  const tree = /(\d+) 0 obj\n<<[^>]*\/Type \/Pages/.exec(text)?.[1];
  expect(text.match(/\/Type \/Pages/g)).toHaveLength(1);
  expect(text.match(/\/Parent \d+ 0 R[^>]*?\/Resources/gs)).toHaveLength(3);
  for (const [, parent] of text.matchAll(/\/Parent (\d+) 0 R[^>]*?\/Resources/gs)) expect(parent).toBe(tree);
});

test.each([
  { turn: 0, size: upright, corner: [20, 820] },
  { turn: 90, size: landscape, corner: [820, 575] },
  { turn: 180, size: upright, corner: [575, 20] },
  { turn: 270, size: landscape, corner: [20, 20] },
] as const)(
  "a page rotated by $turn degrees stays exact A4, and its upper left corner is shown at $corner",
  async (expected) => {
    const red = await source("a.pdf", ["A1"], (on) =>
      on.drawRectangle({ x: 0, y: 801.89, width: 40, height: 40, color: rgb(1, 0, 0) }),
    );
    const path = await arranged([red], [page(0, 1, expected.turn)]);

    expect(await sizesOf(path)).toEqual([expected.size]);
    const [seen] = await see(path);
    const [x, y] = expected.corner;
    expect(seen?.colourAt(x, y)).toEqual([255, 0, 0]);
  },
);

test("a landscape page rotated by 90 degrees becomes a portrait page", async () => {
  const bytes = await aPdf(async (pdf) => void (await addPage(pdf, [841.89, 595.276], "Wide")));
  const path = await arranged([{ path: (await place(bytes)).path, title: "wide.pdf" }], [page(0, 1, 90)]);

  expect(await sizesOf(path)).toEqual([upright]);
  expect(await wordsOf(path)).toEqual(["Wide"]);
});

test("links rotate with their page and lead to the rotated position, and links to pages left out are removed", async () => {
  const linked = await source("a.pdf", ["A1", "A2", "A3"], (on, [first, second, third]) => {
    if (on !== first || !second || !third) return;
    const toPage = (target: PDFPage) => [target.ref, "XYZ", 0, 841.89, null];
    annotate(on, { Subtype: "Link", Rect: [0, 801.89, 40, 841.89], Dest: toPage(second) });
    annotate(on, { Subtype: "Link", Rect: [50, 801.89, 90, 841.89], Dest: toPage(third) });
  });
  const text = syntaxOf(await arranged([linked], [page(0, 2, 90), page(0, 1, 90)]));

  expect(text.match(/\/Subtype \/Link/g)).toHaveLength(1);
  const numbersAfter = (key: string) =>
    new RegExp(`${key} \\[([^\\]]*)\\]`)
      .exec(text.slice(text.indexOf("/Subtype /Link") - 400))?.[1]
      ?.trim()
      .split(/\s+/);
  expect(numbersAfter("/Rect")?.map(Number)).toEqual([801.89, 555.276, 841.89, 595.276]);
  expect(numbersAfter("/Dest")?.slice(3, 6)).toEqual(["/XYZ", "841.89", "595.28"]);
});

test("neither text nor bookmarks of a page left out remain in the file", async () => {
  const secret = await aPdf(async (pdf) => {
    const { context } = pdf;
    const [kept, left] = [await addPage(pdf, [612, 792], "Kept"), await addPage(pdf, [612, 792], "Salaries")];
    const [root, first, second] = [context.nextRef(), context.nextRef(), context.nextRef()];
    const item = (title: string, on: PDFPage) => ({ Title: PDFString.of(title), Parent: root, Dest: [on.ref, "Fit"] });
    context.assign(first, context.obj({ ...item("Invoice", kept), Next: second }));
    context.assign(second, context.obj({ ...item("Salaries of 2026", left), Prev: first }));
    context.assign(root, context.obj({ Type: "Outlines", First: first, Last: second, Count: 2 }));
    pdf.catalog.set(PDFName.of("Outlines"), root);
  });
  const path = await arranged([{ path: (await place(secret)).path, title: "book.pdf" }], [page(0, 1)]);

  expect(await wordsOf(path)).toEqual(["Kept"]);
  expect(await bookmarksOf(path)).toEqual([
    { title: "book.pdf", page: 1, children: [{ title: "Invoice", page: 1, children: [] }] },
  ]);
  expect(syntaxOf(path).match(/\/Type \/Page\b/g)).toHaveLength(1);
  expect(syntaxOf(path)).not.toContain("Salaries");
});

test("leaving out pages makes the file smaller", async () => {
  const many = await source(
    "a.pdf",
    Array.from({ length: 40 }, (_, index) => `Page ${index}`),
  );
  const text = syntaxOf(await arranged([many], [page(0, 7)]));
  expect(text.match(/ obj$/gm)?.length).toBeLessThan(20);
});

test("a file of which all pages are chosen unchanged is used as it is", async () => {
  const whole = await source("a.pdf", ["A1", "A2"]);
  const { sources } = choosePages([whole], [page(0, 1), page(0, 2)], await workFolder());
  expect(sources).toEqual([whole]);
});

test("a page or source that does not exist throws", async () => {
  const one = await source("a.pdf", ["A1"]);
  const workDir = await workFolder();
  expect(() => choosePages([one], [page(0, 2)], workDir)).toThrow("no page 2");
  expect(() => choosePages([one], [page(1, 1)], workDir)).toThrow("no source 1");
});
