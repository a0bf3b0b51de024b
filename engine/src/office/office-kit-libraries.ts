/**
 * Where LibreOfficeKit may live in a LibreOffice `program` folder: everything in one library, or the part that exports
 * it.
 */
export const officeKitLibraries = ["libmergedlo.so", "libsofficeapp.so"] as const;
