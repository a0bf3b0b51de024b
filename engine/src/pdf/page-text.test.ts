import { expect, test } from "vitest";
import { textOfPage } from "./page-text.ts";
import type { PdfiumDocument } from "./pdfium.ts";

/** A document whose pages have these texts, in memory that is dirty, and what was allocated and opened in it. */
function documentOf(pages: string[], characters = (text: string) => text.length) {
  const HEAPU8 = new Uint8Array(200).fill(0x41);
  const open = new Set<string>();
  const sizes: number[] = [];
  const textOf = (page: number) => pages[page - 100] ?? "";
  const pdfium = {
    FPDF_LoadPage(_document: number, index: number) {
      if (pages[index] === undefined) return 0;
      open.add(`page ${100 + index}`);
      return 100 + index;
    },
    FPDFText_LoadPage(page: number) {
      open.add(`text ${page}`);
      return page;
    },
    FPDFText_CountChars: (page: number) => characters(textOf(page)),
    FPDFText_GetText(page: number, start: number, count: number, at: number) {
      const text = `${textOf(page).slice(start, start + count)}\0`;
      HEAPU8.set(Buffer.from(text, "utf16le"), at);
      return text.length;
    },
    FPDFText_ClosePage: (page: number) => open.delete(`text ${page}`),
    FPDF_ClosePage: (page: number) => open.delete(`page ${page}`),
    pdfium: {
      HEAPU8,
      wasmExports: {
        malloc(size: number) {
          sizes.push(size);
          open.add("memory 40");
          return 40;
        },
        free: (at: number) => open.delete(`memory ${at}`),
      },
    },
  };
  return { opened: { pdfium, document: 7, pages: pages.length } as unknown as PdfiumDocument, open, sizes };
}

test("the text of each page is read, in memory with room for its end", () => {
  const { opened, open, sizes } = documentOf(["Plum", "Ĳ🍑"]);
  expect([0, 1].map((index) => textOfPage(opened, index))).toEqual(["Plum", "Ĳ🍑"]);
  expect(sizes).toEqual([10, 8]);
  expect([...open]).toEqual([]);
});

test("a page without text, one whose text cannot be read, and one that is missing have none", () => {
  expect(textOfPage(documentOf([""]).opened, 0)).toBe("");
  const unreadable = documentOf(["Plum"], () => -1);
  expect(textOfPage(unreadable.opened, 0)).toBe("");
  expect([...unreadable.open]).toEqual([]);
  const { opened, sizes } = documentOf(["Plum"]);
  expect(textOfPage(opened, 1)).toBe("");
  expect(sizes).toEqual([]);
});
