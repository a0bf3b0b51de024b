import { accessSync, constants, readdirSync } from "node:fs";
import { join } from "node:path";
import { attempt, succeeds } from "../attempt.ts";

/** Where a sandboxed process finds Tesseract (sandbox/host-folders.ts). */
const program = "/usr/bin/tesseract";
/** Below it is a folder for each version, with the data of its languages. */
const dataFolder = "/usr/share/tesseract-ocr";
/** Data that is not of one language: directions of print, and equations. */
const notLanguages = ["osd", "equ"];

/**
 * Lists the languages that pages can be read in, by Tesseract's names, such as "eng" and "deu". None when Tesseract or
 * its data of English is not installed.
 */
export function installedLanguages(from = { program, dataFolder }): string[] {
  if (!succeeds(() => accessSync(from.program, constants.X_OK))) return [];
  const languages = filesIn(from.dataFolder)
    .flatMap((version) => filesIn(join(from.dataFolder, version, "tessdata")))
    .flatMap((name) => /^([a-z]{3}(?:_[a-z]{3,4})?)\.traineddata$/.exec(name)?.[1] ?? [])
    .filter((language) => !notLanguages.includes(language));
  return languages.includes("eng") ? [...new Set(languages)].sort() : [];
}

const filesIn = (folder: string): string[] => attempt(() => readdirSync(folder)) ?? [];
