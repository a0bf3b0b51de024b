import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { officeKitLibraries } from "./office-kit-libraries.ts";

/**
 * Returns LibreOffice's folders in distributions, in the packages of libreoffice.org and on macOS; the first existing
 * one is used.
 */
function candidates(): string[] {
  const opt = existsSync("/opt") ? readdirSync("/opt").filter((name) => /^libreoffice[\d.]*$/.test(name)) : [];
  return [
    "/usr/lib/libreoffice/program",
    "/usr/lib64/libreoffice/program",
    ...opt
      .sort()
      .reverse()
      .map((name) => join("/opt", name, "program")),
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
