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
/** LibreOffice's default: JPEG of quality 90, at most 300 dots per inch. */
const smallPictures = { UseLosslessCompression: false, ReduceImageResolution: true };

/** How the pictures of a PDF are compressed. */
export type Pictures = "exact" | "small";

/**
 * A larger document may contain so many cropped photographs, which `exactPictures` stores uncompressed, that decoding
 * them would take minutes.
 */
const largestForExact = 4 * MB;

/** @param documentBytes size of the document */
export const picturesOf = (documentBytes: number): Pictures => (documentBytes <= largestForExact ? "exact" : "small");

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
