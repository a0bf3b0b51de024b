import { rename } from "node:fs/promises";
import { join } from "node:path";
import type { PageReading } from "@sheaf/contracts/reading.ts";
import type { Converted } from "./cli-converted.ts";
import { practiceId } from "./cli-files.ts";
import { checkLanguage, readAll, unreadWords } from "./cli-readings.ts";
import type { Engine } from "./engine-api.ts";

/** Writes what is read on pages into PDFs. Each file is read once. */
export interface SearchableText {
  /** Adds the text of a converted file to its own PDF. */
  addTo(one: Converted): Promise<void>;
  /** Adds the text of converted files to a PDF in which their pages follow each other. */
  addToMerged(path: string, all: Converted[]): Promise<void>;
}

/** @throws UsageError when the language is not installed */
export function searchableText(engine: Engine, runDir: string, language: string | undefined): SearchableText {
  checkLanguage(language);
  const known = new Map<string, PageReading[]>();

  async function readingsOf({ file, pagesPath }: Converted): Promise<PageReading[]> {
    const before = known.get(pagesPath);
    if (before) return before;
    const readings = await readAll(engine, pagesPath, language);
    known.set(pagesPath, readings);
    const words = unreadWords(file, readings);
    if (words !== null) console.error(words);
    return readings;
  }

  async function add(path: string, readings: PageReading[]): Promise<void> {
    const outPath = join(runDir, "searchable.pdf");
    await engine.addText(path, outPath, readings, { practiceId });
    await rename(outPath, path);
  }

  return {
    addTo: async (one) => add(one.pagesPath, await readingsOf(one)),
    async addToMerged(path, all) {
      const merged: PageReading[] = [];
      for (const one of all) {
        const readings = await readingsOf(one);
        const before = merged.length;
        merged.push(...readings.map((reading) => ({ ...reading, page: before + reading.page })));
      }
      await add(path, merged);
    },
  };
}
