import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join, parse } from "node:path";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import type { ScratchFile } from "../converter.ts";
import type { Detected } from "./detected.ts";

/**
 * Prepares a file for LibreOffice. LibreOffice trusts the extension more than the content (a document named .csv would
 * be printed as pages of symbols), so the file gets its own extension. Content that was decrypted here needs no
 * password.
 * @param workDir a folder used by this file only; a file that has to be changed is copied into it, and keeps its name
 * @returns the input itself when nothing has to be changed
 */
export function readyFile(input: ScratchFile, detected: Detected, workDir: string): ScratchFile {
  if (detected.kind !== "office" && detected.kind !== "workbook") return input;
  const { lock, format } = detected;
  const { password: _given, ...file } = input;
  const { name, ext } = parse(input.path);
  const path = join(workDir, "ready", `${name}.${format}`);

  const container = lock?.container ?? detected.container;
  if (container) {
    mkdirSync(join(workDir, "ready"));
    writeFileSync(path, container);
    return { ...file, path };
  }
  const unlocked = lock ? { ...file, password: lock.password } : file;
  if (ext.toLowerCase() === `.${format}`) return unlocked;
  mkdirSync(join(workDir, "ready"));
  copyFileSync(input.path, path);
  return { ...unlocked, path };
}

/**
 * Returns a warning when the user's own password was needed, but not when the file opens with Excel's default password.
 */
export function passwordWarning(input: ScratchFile, detected: Detected): Warning[] {
  const lock = "lock" in detected ? detected.lock : undefined;
  if (!lock || lock.password !== input.password) return [];
  return [{ code: "password-used", text: "Opened with the password given; the new PDF has none." }];
}

/** Returns a warning for a file with macros. */
export function macrosWarning(detected: Detected): Warning[] {
  if (!("hasMacros" in detected) || !detected.hasMacros) return [];
  return [{ code: "macros-not-run", text: "Its macros were not run." }];
}
