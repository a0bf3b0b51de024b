/**
 * Where LibreOfficeKit may live in a LibreOffice `program` folder: everything in one library, or the part that exports
 * it.
 */
export const kitLibraries = ["libmergedlo.so", "libsofficeapp.so"] as const;
