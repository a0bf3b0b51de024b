import { expect, test } from "vitest";
import { initialPictures, isBloated, pagesOf } from "./pdf-export.ts";

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
