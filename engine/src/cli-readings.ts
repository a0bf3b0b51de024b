import type { PageReading } from "@sheaf/contracts/reading.ts";
import { UsageError } from "./cli-arguments.ts";
import { practiceId } from "./cli-files.ts";
import type { Engine } from "./engine-api.ts";
import { installedLanguages } from "./installed/languages.ts";

/** @throws UsageError when the language is not installed */
export function checkLanguage(language: string | undefined): void {
  const codes = installedLanguages();
  if (language === undefined || codes.includes(language)) return;
  const known = codes.length === 0 ? "Tesseract is not installed." : `Installed are ${codes.join(", ")}.`;
  throw new UsageError(`The language "${language}" is not installed. ${known}`);
}

/** Reads all pages of a converted file. */
export async function readAll(engine: Engine, path: string, language: string | undefined): Promise<PageReading[]> {
  const languages = language === undefined ? [] : [language];
  const readings: PageReading[] = [];
  for await (const reading of engine.read(path, { practiceId, languages })) readings.push(reading);
  return readings;
}

/** Returns a sentence about pages that were not read; null when there are none. */
export function unreadWords(name: string, readings: PageReading[]): string | null {
  const pages = readings.filter(({ source }) => source === "unread").map(({ page }) => page);
  if (pages.length === 0) return null;
  const which = pages.length === 1 ? `page ${pages[0]}` : `pages ${pages.join(", ")}`;
  const isMissing = installedLanguages().length === 0;
  const them = pages.length === 1 ? "it" : "them";
  const reason = isMissing ? "Tesseract is not installed" : `reading ${them} failed or took too long`;
  return `${name}: ${which} could not be read, because ${reason}.`;
}
