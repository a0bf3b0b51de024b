import { mkdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import { attempt } from "../attempt.ts";
import { openArchive } from "../detect/archive.ts";
import { readCompoundFile } from "../detect/compound.ts";
import type { Detected } from "../detect/detected.ts";
import { cutProjectOff } from "../detect/macros/old-macros.ts";
import { editPackage } from "./package-edits.ts";
import { hideDocPaths } from "./path-fields.ts";
import { prepareOpenDocument } from "./prepare-open-document.ts";
import { preparePackage } from "./prepare-package.ts";
import { prepareRtf } from "./prepare-rtf.ts";
import { removeMacros } from "./without-macros.ts";

export type OfficeFormat = Extract<Detected, { kind: "office" }>["format"];

type Unprepared = "ppt" | "pages" | "key" | "wpd" | "wps";
const unprepared = new Set<OfficeFormat>(["ppt", "pages", "key", "wpd", "wps"]);
const isUnprepared = (format: OfficeFormat): format is Unprepared => unprepared.has(format);

/**
 * Prepares a document for LibreOffice: removes fields that print this machine's folders, and changes content that
 * LibreOffice would print wrongly or omit. A container that LibreOffice could not open is rewritten.
 * @param workDir a folder for this file alone; a changed document is written there under its own name
 * @returns the original path when nothing needs to be changed
 */
export async function prepareDocument(
  path: string,
  format: OfficeFormat,
  workDir: string,
): Promise<{ path: string; warnings: Warning[] }> {
  const preparedPath = join(workDir, "prepared", basename(path));
  if (isUnprepared(format)) return { path, warnings: [] };
  mkdirSync(dirname(preparedPath));
  if (format === "doc" || format === "rtf") {
    const bytes = await readFile(path);
    const prepared = format === "rtf" ? prepareRtf(bytes) : prepareDoc(bytes);
    if (prepared) await writeFile(preparedPath, prepared);
    return { path: prepared ? preparedPath : path, warnings: [] };
  }
  using archive = await openArchive(path);
  const edits = editPackage(archive);
  await removeMacros(archive.names, edits);
  const isOpenDocument = format === "odt" || format === "odp";
  const warnings = isOpenDocument ? await prepareOpenDocument(edits, format) : await preparePackage(archive, edits);
  return { path: (await edits.save(preparedPath)) ? preparedPath : path, warnings };
}

/** @returns undefined when nothing needs to be changed; else the bytes, changed in place */
function prepareDoc(bytes: Buffer): Buffer | undefined {
  // Word 2 wrote no compound file.
  const hadProject = attempt(() => cutProjectOff(readCompoundFile(bytes))) ?? false;
  return [hideDocPaths(bytes), hadProject].includes(true) ? bytes : undefined;
}
