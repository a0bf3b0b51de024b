import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join, parse } from "node:path";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import type { ScratchFile } from "../converter.ts";
import type { Detected } from "./detected.ts";

/**
 * The file as LibreOffice is to get it: LibreOffice lets the extension decide before the content (a document named .csv
 * would print as pages of signs), and it is spared every password that was already used here.
 * @param workDir a folder of this file's own; a file that is changed in any way is a copy in there, and keeps its name
 * @returns the input itself where nothing is to be done
 */
export function readyFile(input: ScratchFile, detected: Detected, workDir: string): ScratchFile {
  if (detected.kind !== "office" && detected.kind !== "workbook") return input;
  const { lock, format } = detected;
  const { password: _given, ...file } = input;
  const { name, ext } = parse(input.path);
  const path = join(workDir, "ready", `${name}.${format}`);

  if (lock?.container) {
    mkdirSync(join(workDir, "ready"));
    writeFileSync(path, lock.container);
    return { ...file, path };
  }
  const unlocked = lock ? { ...file, password: lock.password } : file;
  if (ext.toLowerCase() === `.${format}`) return unlocked;
  mkdirSync(join(workDir, "ready"));
  copyFileSync(input.path, path);
  return { ...unlocked, path };
}

/** Told when the user's own password was needed, not when the file opens with the one that Excel tries by itself. */
export function passwordWarning(input: ScratchFile, detected: Detected): Warning[] {
  const lock = "lock" in detected ? detected.lock : undefined;
  if (!lock || lock.password !== input.password) return [];
  return [{ code: "password-used", text: "Opened with the password given; the new PDF has none." }];
}
