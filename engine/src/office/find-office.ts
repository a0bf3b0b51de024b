import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { officeKitLibraries } from "./office-kit-libraries.ts";

/**
 * Returns LibreOffice's folders in distributions, in the packages of libreoffice.org (the newest first) and on macOS;
 * the first existing one is used.
 */
function candidates(): string[] {
  return [
    "/usr/lib/libreoffice/program",
    "/usr/lib64/libreoffice/program",
    ...globSync("/opt/libreoffice*([0-9.])/program").sort((one, other) =>
      other.localeCompare(one, "en", { numeric: true }),
    ),
    "/Applications/LibreOffice.app/Contents/MacOS",
  ];
}

export interface FoundOffice {
  programDir: string;
  /** "kit" when LibreOfficeKit can be loaded from the folder; otherwise one `soffice` process runs for each file. */
  way: "kit" | "soffice";
}

/** @returns null when LibreOffice is not installed */
export function findOffice(): FoundOffice | null {
  for (const programDir of candidates()) {
    if (officeKitLibraries.some((name) => existsSync(join(programDir, name)))) return { programDir, way: "kit" };
    if (["soffice.bin", "soffice"].some((name) => existsSync(join(programDir, name))))
      return { programDir, way: "soffice" };
  }
  return null;
}
