import { readFile } from "node:fs/promises";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import { shortList } from "../short-list.ts";
import { type FontSource, requestedFonts } from "./requested-fonts.ts";

/**
 * Replacement fonts with the same character widths as the originals. The layout stays the same, so no warning is given.
 */
const sameWidths: Record<string, string[]> = {
  Arial: ["Liberation Sans"],
  "Arial Narrow": ["Liberation Sans Narrow"],
  Calibri: ["Carlito"],
  "Calibri Light": ["Carlito"],
  Cambria: ["Caladea"],
  Courier: ["Liberation Mono", "Nimbus Mono PS"],
  "Courier New": ["Liberation Mono"],
  Helvetica: ["Liberation Sans", "Nimbus Sans"],
  Times: ["Liberation Serif", "Nimbus Roman"],
  "Times New Roman": ["Liberation Serif"],
};

/** Fonts that LibreOffice uses for symbols, bullets and scripts that the requested font does not contain. */
const fillsGaps = /symbol|emoji|dingbat|math|cjk|noto ?(sans|serif|naskh|kufi|nastaliq) ?[a-z]/i;
const symbolFonts = /symbol|wingdings|webdings|marlett|dingbats|emoji|math/i;
/** Fonts that are part of every installation: when one does not occur in the PDF, no text needed it. */
const ownFonts = /^(liberation|carlito|caladea|dejavu|noto)\b/i;

/** Returns a warning about replaced fonts, by comparing the fonts that a document requests with those of its PDF. */
export async function fontWarning(path: string, format: FontSource, pdfPath: string): Promise<Warning[]> {
  return warningOfFonts(await requestedFonts(path, format), pdfPath);
}

/** Like `fontWarning`, for a known set of requested fonts. */
export async function warningOfFonts(requested: Set<string>, pdfPath: string): Promise<Warning[]> {
  return substituted(requested, fontsOfPdf(await readFile(pdfPath)));
}

/** Returns the font families of a PDF by LibreOffice's font names: "BAAAAA+NotoSerif-Bold" is Noto Serif. */
export function fontsOfPdf(pdf: Buffer): Set<string> {
  const names = pdf.toString("latin1").matchAll(/\/BaseFont\s*\/(?:[A-Z]{6}\+)?([^\s/<>[\]()]+)/g);
  const family = (name: string) =>
    name
      .replaceAll(/#20/g, " ")
      .replace(/[-,].*$/, "")
      .replaceAll(/([a-z])([A-Z])/g, "$1 $2");
  return new Set([...names].map(([, name = ""]) => family(name)));
}

/**
 * Returns a warning that names the requested fonts that the PDF does not contain; none when their replacements have the
 * same widths.
 */
export function substituted(requested: Set<string>, used: Set<string>): Warning[] {
  const same = (one: string, other: string) => plain(one) === plain(other);
  const isUsed = (name: string) => [...used].some((one) => same(one, name) || startsAlike(one, name));
  const standsIn = (family: string) =>
    [...requested].some((name) => sameWidths[name]?.some((replacement) => same(replacement, family)));
  // Replacements of these fonts are part of every installation; when neither font occurs in the PDF, no text uses it.
  const missing = [...requested].filter(
    (name) => !symbolFonts.test(name) && !ownFonts.test(name) && !isUsed(name) && sameWidths[name] === undefined,
  );
  const instead = [...used].filter(
    (family) =>
      !fillsGaps.test(family) &&
      !standsIn(family) &&
      ![...requested].some((name) => same(name, family) || startsAlike(family, name)),
  );
  if (missing.length === 0 || instead.length === 0) return [];
  const are = missing.length === 1 ? "The font" : "The fonts";
  const verb = missing.length === 1 ? "is" : "are";
  return [
    {
      code: "font-substituted",
      text: `${are} ${listed(missing)} ${verb} not installed here: ${listed(instead)} ${instead.length === 1 ? "was" : "were"} used instead, so lines may break differently.`,
    },
  ];
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
/** Returns whether two names are of the same font, such as "ArialMT" and "Arial". */
const startsAlike = (used: string, requested: string) =>
  plain(used) === `${plain(requested)}mt` || plain(used) === `${plain(requested)}ps`;

function listed(names: string[]): string {
  const shown = shortList(names);
  return shown.length === 1 ? (shown[0] ?? "") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}
