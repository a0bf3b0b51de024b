import { expect, test, vi } from "vitest";
import { initialPictures, isBloated, pagesOf, pdfFilterOptions, pdfProfileItems } from "./pdf-export.ts";

const MB = 1024 * 1024;

test("pictures stay exact in documents up to 4 MB, and are compressed in larger ones", () => {
  expect([4 * MB, 4 * MB + 1].map(initialPictures)).toEqual(["exact", "small"]);
});

test.each([
  ["a PDF with an uncompressed photograph is bloated", 18 * MB, 3 * MB, 1, true],
  ["a handbook of 872 pages of text is not bloated", 12 * MB, 1 * MB, 872, false],
  ["a small PDF of a tiny document is not bloated", 0.9 * MB, 0.01 * MB, 1, false],
  ["a PDF that is less than twice the size of its document is not bloated", 4 * MB, 3 * MB, 2, false],
])("%s", (_, pdfBytes, documentBytes, pages, bloated) => {
  expect(isBloated(pdfBytes, documentBytes, () => pages)).toBe(bloated);
});

test("page objects are counted, but page tree nodes are not", () => {
  const pdf =
    "1 0 obj\n<</Type/Page/Parent 3 0 R>>\n2 0 obj\n<</Type/Page/Parent 3 0 R>>\n3 0 obj\n<</Type/Pages\n/Count 2>>";
  expect(pagesOf(Buffer.from(pdf))).toBe(2);
});

test.each([
  [MB, 0, 1, false],
  [MB + 1, 0, 1, true],
  [2 * MB, MB, 1, false],
  [2 * MB + 1, MB, 1, true],
  [20 * 64 * 1024, 0, 20, false],
  [20 * 64 * 1024 + 1, 0, 20, true],
  [2 * MB, 0.5 * MB, 33, false],
])("a PDF of %i bytes, of a document of %i bytes and with %i pages, is bloated: %s", (pdf, document, pages, isBig) => {
  expect(isBloated(pdf, document, () => pages)).toBe(isBig);
});

test("the pages of a PDF that is small enough are not counted", () => {
  const count = vi.fn(() => 1);
  expect(isBloated(MB, 0, count)).toBe(false);
  expect(count).not.toHaveBeenCalled();
});

test("a PDF without pages, and one that begins with a page, are counted", () => {
  expect(pagesOf(Buffer.from("%PDF-1.7"))).toBe(0);
  expect(pagesOf(Buffer.from("<</Type/Page/A 1>><</Type/Page/B 2>>"))).toBe(2);
});

const settings = {
  ExportBookmarks: "true",
  ExportBookmarksToPDFDestination: "false",
  ExportNotes: "false",
  ExportNotesInMargin: "false",
  ExportNotesPages: "false",
  ExportHiddenSlides: "false",
  ExportFormFields: "false",
  EmbedStandardFonts: "true",
  UseTaggedPDF: "false",
  IsAddStream: "false",
};

test.each([
  ["exact", { UseLosslessCompression: "true", ReduceImageResolution: "false" }],
  ["small", { UseLosslessCompression: "false", ReduceImageResolution: "true" }],
] as const)("the filter with %s pictures is given every setting", (pictures, own) => {
  const given = Object.entries({ ...settings, ...own }).map(([name, value]) => [name, { type: "boolean", value }]);
  expect(JSON.parse(pdfFilterOptions[pictures])).toEqual(Object.fromEntries(given));
});

test("the profile has the settings of small pictures, one item each", () => {
  const given = { ...settings, UseLosslessCompression: "false", ReduceImageResolution: "true" };
  const items = [...pdfProfileItems.matchAll(/oor:name="(\w+)" oor:op="fuse"><value>(\w+)<\/value>/g)];
  expect(Object.fromEntries(items.map(([, name, value]) => [name, value]))).toEqual(given);
  expect(pdfProfileItems.trimEnd().split("\n")).toHaveLength(12);
});
