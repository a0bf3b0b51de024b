import { readdirSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../attempt.ts";

/** A language that pages can be read in. */
export interface ReadingLanguage {
  /** Tesseract's name, such as "deu". */
  code: string;
  /** In English, such as "German". */
  name: string;
}

/** Debian's folder of Tesseract: below it a folder for each version, with the data of its languages. */
const tesseractFolder = "/usr/share/tesseract-ocr";
/** Data that is not of one language: orientation and scripts, and equations. */
const notLanguages = ["osd", "equ"];
/** Names for what Intl does not know by Tesseract's code. */
const otherNames: Record<string, string> = {
  chi_sim: "Chinese (simplified)",
  chi_tra: "Chinese (traditional)",
  frk: "German (Fraktur)",
  deu_latf: "German (Fraktur)",
  enm: "English (Middle)",
  frm: "French (Middle)",
  ita_old: "Italian (old)",
  spa_old: "Spanish (old)",
  aze_cyrl: "Azerbaijani (Cyrillic)",
  uzb_cyrl: "Uzbek (Cyrillic)",
  srp_latn: "Serbian (Latin)",
  kmr: "Kurdish (Kurmanji)",
  fil: "Filipino",
};

/**
 * Lists the languages whose data is installed, by name. None when Tesseract is not installed.
 * @param folder of Tesseract
 */
export function installedLanguages(folder = tesseractFolder): ReadingLanguage[] {
  const codes = (attempt(() => readdirSync(folder)) ?? []).flatMap((version) =>
    (attempt(() => readdirSync(join(folder, version, "tessdata"))) ?? []).flatMap(
      (name) => /^([a-z]{3}(?:_[a-z]{3,4})?)\.traineddata$/.exec(name)?.[1] ?? [],
    ),
  );
  const languages = [...new Set(codes)].filter((code) => !notLanguages.includes(code));
  return languages
    .map((code) => ({ code, name: nameOf(code) }))
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
}

const names = new Intl.DisplayNames("en", { type: "language", fallback: "code" });

const nameOf = (code: string): string => otherNames[code] ?? attempt(() => names.of(code)) ?? code;
