import { readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { MB } from "@sheaf/contracts/limits.ts";
import type { PictureTarget } from "../pdf/shrink-picture.ts";

/** A PDF up to this size fits into any email. */
const smallPdf = 1 * MB;
/** Usual size of a page with text, lines and one or two pictures. */
const usualPageBytes = 64 * 1024;

/** As fine as LibreOffice prints pictures by default, and as little compressed. */
const usualPictures: PictureTarget = { dotsPerInch: 300, jpegQuality: 90, alsoLossless: true };

/**
 * Recompresses the pictures of a PDF that LibreOffice wrote with exact pictures, where those made it much larger than
 * its document. LibreOffice would take ten times as long to print it again with smaller ones.
 * @param documentBytes size of the document
 */
export async function reduceBloatedPdf(pdfPath: string, documentBytes: number): Promise<void> {
  const { size } = statSync(pdfPath);
  if (!isBloated(size, documentBytes, () => pagesOf(readFileSync(pdfPath)))) return;
  const smallerPath = `${pdfPath}.smaller`;
  try {
    const [{ readStrictly }, { writeWithSmallerPictures }] = await Promise.all([
      import("../pdf/strict-reader.ts"),
      import("../pdf/shrink.ts"),
    ]);
    const source = readStrictly(readFileSync(pdfPath));
    const isWritten = source && (await writeWithSmallerPictures(source, usualPictures, smallerPath));
    if (isWritten && statSync(smallerPath).size < size) renameSync(smallerPath, pdfPath);
  } catch {
    // The PDF stays as large as it is: a fault in it is found when its pages are placed.
  } finally {
    rmSync(smallerPath, { force: true });
  }
}

/**
 * Returns whether lossless pictures made the PDF much larger than the document. A PDF of many pages is large without
 * pictures too.
 */
export function isBloated(pdfBytes: number, documentBytes: number, countPages: () => number): boolean {
  return pdfBytes > Math.max(smallPdf, 2 * documentBytes) && pdfBytes > usualPageBytes * countPages();
}

/** Counts the pages of a PDF written by LibreOffice, in which page objects are not compressed. */
export function pagesOf(pdf: Buffer): number {
  let pages = 0;
  for (let at = pdf.indexOf(pageObject); at >= 0; at = pdf.indexOf(pageObject, at + 1)) pages++;
  return pages;
}

const pageObject = "<</Type/Page/";
