import { MB } from "@sheaf/contracts/limits.ts";

/**
 * What LibreOffice puts into a PDF for reading and printing: bookmarks yes; comments, hidden slides, live form fields
 * and tags (slow, and lost when pages are placed) no. The names are those of its PDF filter.
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
 * Pictures as the document holds them: a JPEG is copied, any other loses nothing. LibreOffice's own way instead unpacks
 * each picture of each page, packs it twice to see which is smaller, and leaves a screenshot with JPEG's smears.
 */
const exactPictures = { UseLosslessCompression: true, ReduceImageResolution: false };
/**
 * LibreOffice's own way: JPEG of quality 90, at most 300 dots per inch. For a cropped photograph, which is unpacked
 * otherwise.
 */
const smallPictures = { UseLosslessCompression: false, ReduceImageResolution: true };

/** How the pictures of a PDF are packed. */
export type Pictures = "exact" | "small";

/** A document of more bytes may hold so many pictures that to unpack those that are cropped would take minutes. */
const largestForExact = 4 * MB;

/** @param documentBytes what the document measures */
export const initialPictures = (documentBytes: number): Pictures =>
  documentBytes <= largestForExact ? "exact" : "small";

/** A PDF so small travels in any email. */
const smallPdf = 1 * MB;
/** Of a page of words and lines, and a picture or two. */
const usualPageBytes = 64 * 1024;

/**
 * Whether exact pictures made a PDF that is much larger than the document itself. One of many pages is large without
 * any.
 */
export function isBloated(pdfBytes: number, documentBytes: number, countPages: () => number): boolean {
  return pdfBytes > Math.max(smallPdf, 2 * documentBytes) && pdfBytes > usualPageBytes * countPages();
}

/** Pages of a PDF as LibreOffice writes it: each is an object that lies in the file as plain text. */
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
 * For LibreOfficeKit, which does not take all of them from the profile. No value may hold a comma: they are split
 * there.
 */
export const pdfFilterOptions: Record<Pictures, string> = {
  exact: filterOptions({ ...settings, ...exactPictures }),
  small: filterOptions({ ...settings, ...smallPictures }),
};

/**
 * For the profile, where `soffice --convert-to` looks. It prints each file once, so with pictures that are small for
 * certain.
 */
export const pdfProfileItems = Object.entries({ ...settings, ...smallPictures })
  .map(
    ([name, on]) =>
      `<item oor:path="/org.openoffice.Office.Common/Filter/PDF/Export"><prop oor:name="${name}" oor:op="fuse"><value>${on}</value></prop></item>\n`,
  )
  .join("");
