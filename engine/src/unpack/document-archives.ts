/** Parts that make a ZIP archive a document: Office Open XML, OpenDocument and EPUB. Their case is ignored. */
const documentParts = new Set(["[content_types].xml", "mimetype", "meta-inf/manifest.xml"]);

/** Parts of the documents of Apple's programs since 2013, before, and with a password. */
const appleParts = /^(?:index\/.+\.iwa|index\.zip|index\.apxl(?:\.gz)?|\.iwp[hv]2?)$/i;
/** A part before 2013 whose name is also that of lists of files: it counts only beside a part that no list has. */
const appleText = /^index\.xml(?:\.gz)?$/i;
const besideAppleText = /^(?:quicklook\/|buildversionhistory\.plist$)/i;
/** Such a document may be a folder, which macOS packs as it is. */
const appleFolder = /^[^/]+\.(?:pages|numbers|key)\//i;

/** Returns whether a ZIP archive with these entries is a document, which is converted and not unpacked. */
export function isDocumentArchive(names: string[]): boolean {
  if (names.some((name) => documentParts.has(name.toLowerCase()))) return true;
  const parts = withoutFolder(names.filter((name) => !name.startsWith("__MACOSX/")));
  if (parts.some((part) => appleParts.test(part))) return true;
  return parts.some((part) => appleText.test(part)) && parts.some((part) => besideAppleText.test(part));
}

/** Removes the folder that is a document, if everything is in it. */
function withoutFolder(names: string[]): string[] {
  const [folder] = appleFolder.exec(names[0] ?? "") ?? [];
  return folder && names.every((name) => name.startsWith(folder))
    ? names.map((name) => name.slice(folder.length))
    : names;
}
