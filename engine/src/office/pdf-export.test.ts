import { expect, test } from "vitest";
import { isBloated, pagesOf } from "./pdf-export.ts";

const MB = 1024 * 1024;

test.each([
  ["a document whose photograph was unpacked", 18 * MB, 3 * MB, 1, true],
  ["a handbook of 872 pages of words", 12 * MB, 1 * MB, 872, false],
  ["a small PDF of a tiny document", 0.9 * MB, 0.01 * MB, 1, false],
  ["a PDF that is no larger than its document", 4 * MB, 3 * MB, 2, false],
])("%s", (_, pdfBytes, documentBytes, pages, bloated) => {
  expect(isBloated(pdfBytes, documentBytes, () => pages)).toBe(bloated);
});

test("page objects are counted, and the page tree is not", () => {
  const pdf =
    "1 0 obj\n<</Type/Page/Parent 3 0 R>>\n2 0 obj\n<</Type/Page/Parent 3 0 R>>\n3 0 obj\n<</Type/Pages\n/Count 2>>";
  expect(pagesOf(Buffer.from(pdf))).toBe(2);
});
