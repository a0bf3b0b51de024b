/**
 * What LibreOffice puts into a PDF for reading and printing: bookmarks yes; comments, hidden slides, live form fields and tags
 * (slow, and lost when pages are placed) no. The names are those of its PDF filter.
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

/** For LibreOfficeKit, which does not take all of them from the profile. No value may hold a comma: they are split there. */
export const pdfFilterOptions = JSON.stringify(
  Object.fromEntries(Object.entries(settings).map(([name, on]) => [name, { type: "boolean", value: String(on) }])),
);

/** For the profile, where `soffice --convert-to` looks. */
export const pdfProfileItems = Object.entries(settings)
  .map(
    ([name, on]) =>
      `<item oor:path="/org.openoffice.Office.Common/Filter/PDF/Export"><prop oor:name="${name}" oor:op="fuse"><value>${on}</value></prop></item>\n`,
  )
  .join("");
