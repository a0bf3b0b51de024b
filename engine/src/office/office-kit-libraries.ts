/**
 * Libraries in LibreOffice's `program` folder that may contain LibreOfficeKit: the merged library of some builds, or
 * the library that exports it in others.
 */
export const officeKitLibraries = ["libmergedlo.so", "libsofficeapp.so"] as const;
