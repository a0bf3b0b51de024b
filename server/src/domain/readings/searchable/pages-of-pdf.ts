import type { PageReading } from "@sheaf/contracts/reading.ts";
import { turnedPage } from "@sheaf/engine/read/turned-page.ts";
import type { PageRun } from "../../jobs/table.ts";

/**
 * Returns what was read on the pages of a PDF, numbered and turned as they are there. Pages that were not read are left
 * out.
 * @param readings of the files, by file
 */
export function pagesOfPdf(runs: PageRun[], readings: Map<string, PageReading[]>): PageReading[] {
  const pages: PageReading[] = [];
  let before = 0;
  for (const { fileId, count, chosen } of runs) {
    const byPage = new Map(readings.get(fileId)?.map((reading) => [reading.page, reading]));
    for (let index = 0; index < count; index++) {
      const { page, turn } = chosen?.[index] ?? { page: index + 1, turn: 0 as const };
      const reading = byPage.get(page);
      if (reading) pages.push({ ...turnedPage(reading, turn), page: before + index + 1 });
    }
    before += count;
  }
  return pages;
}
