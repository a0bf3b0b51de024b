/** Parts that make a ZIP archive a document: Office Open XML, OpenDocument and EPUB. Their case is ignored. */
const documentParts = new Set(["[content_types].xml", "mimetype", "meta-inf/manifest.xml"]);

/** Parts of the documents of Apple's programs, in the formats since 2013 and before. */
const applePart = /^index(?:\/[\w-]+\.iwa|\.zip|\.apxl(?:\.gz)?)$/i;
/** This name is also that of other programs' lists of files, so it counts only beside a part that no other has. */
const appleText = /^index\.xml(?:\.gz)?$/i;
const appleSide = /^(?:quicklook\/|buildversionhistory\.plist$)/i;

/** Returns whether a ZIP archive with these entries is a document, which is converted and not unpacked. */
export function isDocumentArchive(names: string[]): boolean {
  if (names.some((name) => documentParts.has(name.toLowerCase()) || applePart.test(name))) return true;
  return names.some((name) => appleText.test(name)) && names.some((name) => appleSide.test(name));
}
