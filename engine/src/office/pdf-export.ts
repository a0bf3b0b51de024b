import { MB } from "@sheaf/contracts/limits.ts";

/**
 * Settings of LibreOffice's PDF filter: bookmarks are exported; comments, hidden slides, interactive form fields and
 * tags are not. Tags are slow, and lost when pages are placed.
 */
const settings: Record<string, boolean> = {
  ExportBookmarks: true,
  ExportBookmarksToPDFDestination: false,
  ExportNotes: false,
  ExportNotesInMargin: false,
  ExportNotesPages: false,
  ExportHiddenSlides: false,
  ExportFormFields: false,
  EmbedStandardFonts: true,
  UseTaggedPDF: false,
  IsAddStream: false,
};

/**
 * Keeps pictures as they are in the document: JPEGs are copied, others are compressed without loss. LibreOffice's
 * default decodes each picture of each page, encodes it twice to find the smaller result, and leaves JPEG artefacts in
 * screenshots.
 */
const exactPictures = { UseLosslessCompression: true, ReduceImageResolution: false };
/**
 * LibreOffice's default: JPEG of quality 90, at most 300 dots per inch. For cropped photographs, which `exactPictures`
 * would store uncompressed.
 */
const smallPictures = { UseLosslessCompression: false, ReduceImageResolution: true };

/** How the pictures of a PDF are compressed. */
export type Pictures = "exact" | "small";

/** A larger document may contain so many pictures that decoding the cropped ones would take minutes. */
const largestForExact = 4 * MB;

/** @param documentBytes size of the document */
export const initialPictures = (documentBytes: number): Pictures =>
  documentBytes <= largestForExact ? "exact" : "small";

/** A PDF up to this size fits into any email. */
const smallPdf = 1 * MB;
/** Usual size of a page with text, lines and one or two pictures. */
const usualPageBytes = 64 * 1024;

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

const filterOptions = (all: Record<string, boolean>) =>
  JSON.stringify(
    Object.fromEntries(Object.entries(all).map(([name, on]) => [name, { type: "boolean", value: String(on) }])),
  );

/**
 * Filter options for LibreOfficeKit, which does not read all settings from the profile. Values must not contain a
 * comma, which separates options.
 */
export const pdfFilterOptions: Record<Pictures, string> = {
  exact: filterOptions({ ...settings, ...exactPictures }),
  small: filterOptions({ ...settings, ...smallPictures }),
};

/**
 * Settings for the profile, which `soffice --convert-to` reads. It prints each file only once, so it always uses small
 * pictures.
 */
export const pdfProfileItems = Object.entries({ ...settings, ...smallPictures })
  .map(
    ([name, on]) =>
      `<item oor:path="/org.openoffice.Office.Common/Filter/PDF/Export"><prop oor:name="${name}" oor:op="fuse"><value>${on}</value></prop></item>\n`,
  )
  .join("");
