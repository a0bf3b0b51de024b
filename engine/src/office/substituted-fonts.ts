import { readFile } from "node:fs/promises";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import { shortList } from "../short-list.ts";
import { type FontSource, requestedFonts } from "./requested-fonts.ts";

/**
 * Fonts made to take the same room, letter by letter, as what they stand for: a page looks the same, so nobody is told.
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

/** Signs, bullets and scripts that the font asked for never had come from these. */
const fillsGaps = /symbol|emoji|dingbat|math|cjk|noto ?(sans|serif|naskh|kufi|nastaliq) ?[a-z]/i;
const symbolFonts = /symbol|wingdings|webdings|marlett|dingbats|emoji|math/i;
/** Part of every installation: where a page has none of its letters, nothing on it was to be set in it. */
const ownFonts = /^(liberation|carlito|caladea|dejavu|noto)\b/i;

/** One sentence about the fonts that were not there, by comparing what the document asks for with what its PDF uses. */
export async function fontWarning(path: string, format: FontSource, pdfPath: string): Promise<Warning[]> {
  return warningOfFonts(await requestedFonts(path, format), pdfPath);
}

/** The same where it is known already what is asked for. */
export async function warningOfFonts(requested: Set<string>, pdfPath: string): Promise<Warning[]> {
  return substituted(requested, fontsOfPdf(await readFile(pdfPath)));
}

/** Families by the names that LibreOffice gives fonts in a PDF: "BAAAAA+NotoSerif-Bold" is Noto Serif. */
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
 * A warning that names the fonts a document asks for and its PDF lacks; none when those that stand in have the same
 * widths.
 */
export function substituted(requested: Set<string>, used: Set<string>): Warning[] {
  const same = (one: string, other: string) => plain(one) === plain(other);
  const isUsed = (name: string) => [...used].some((one) => same(one, name) || startsAlike(one, name));
  const standsIn = (family: string) =>
    [...requested].some((name) => sameWidths[name]?.some((replacement) => same(replacement, family)));
  // What stands in for these is part of every installation; where a document asks for one in vain, nothing uses it.
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
/** "DejaVuSansMono" and "DejaVu Sans Mono", but also "Arial" and "ArialMT". */
const startsAlike = (used: string, requested: string) =>
  plain(used) === `${plain(requested)}mt` || plain(used) === `${plain(requested)}ps`;

function listed(names: string[]): string {
  const shown = shortList(names);
  return shown.length === 1 ? (shown[0] ?? "") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}
