import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { MB } from "@sheaf/contracts/limits.ts";
import { expect, test, vi } from "vitest";
import { expectSameLook, pageWith, photo, pictureOf, pixelsIn, plain } from "../pdf/shrink-testing.ts";
import { workFolder } from "../pdf/testing.ts";
import { isBloated, pagesOf, reduceBloatedPdf } from "./bloated-pdf.ts";

/** A page with a lossless picture of 1.4 MB, at 400 dots per inch. */
async function bloatedPdf(): Promise<string> {
  const path = join(await workFolder(), "office.pdf");
  copyFileSync(await pageWith({ picture: pictureOf({ ...plain, ColorSpace: "DeviceRGB" }, photo) }), path);
  return path;
}

test("lossless pictures of a PDF much larger than its document become JPEGs of 300 dots per inch", async () => {
  const [path, original] = await Promise.all([bloatedPdf(), bloatedPdf()]);
  expect(pixelsIn(path)).toEqual(["800 × 600"]);
  await reduceBloatedPdf(path, 100_000);
  expect(pixelsIn(path)).toEqual(["600 × 450"]);
  expect(statSync(path).size).toBeLessThan(0.3 * MB);
  await expectSameLook(path, original);
  expect(readdirSync(dirname(path))).toEqual(["office.pdf"]);
});

test("a PDF that is not much larger than its document, and one that cannot be read, stay as they are", async () => {
  const path = await bloatedPdf();
  const before = readFileSync(path);
  await reduceBloatedPdf(path, MB);
  expect(readFileSync(path).equals(before)).toBe(true);
  const damaged = before.fill("x", 0, 4);
  writeFileSync(path, damaged);
  await reduceBloatedPdf(path, 100_000);
  expect(readFileSync(path).equals(damaged)).toBe(true);
  expect(readdirSync(dirname(path))).toEqual(["office.pdf"]);
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
