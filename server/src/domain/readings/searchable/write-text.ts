import { join } from "node:path";
import type { PageReading } from "@sheaf/contracts/reading.ts";
import { equals } from "../../../platform/db/equals.ts";
import { newId } from "../../../platform/ids.ts";
import type { WorkerServices } from "../../../platform/services.ts";
import type { JobRef, PdfToRead } from "../../jobs/index.ts";
import { readReadingFile } from "../reading-file.ts";
import { fileReadings } from "../table.ts";
import { pagesOfPdf } from "./pages-of-pdf.ts";

type Needs = Pick<WorkerServices, "db" | "engine" | "storage">;
type ReadingRow = typeof fileReadings.$inferSelect;

/**
 * Writes the version of a PDF with the words of its scans as text.
 * @returns its path in the folder; null when there are no such words, or some of its files are not read yet
 */
export async function writeText(
  services: Needs,
  { practiceId, jobId }: JobRef,
  { runs, fetchPdf, folder, signal }: PdfToRead,
): Promise<string | null> {
  const { db, engine } = services;
  const known = await db.select().from(fileReadings).where(equals(fileReadings, { practiceId, jobId }));
  const rows = runs.flatMap(({ fileId, pagesSha256 }) =>
    known.filter((row) => row.fileId === fileId && row.pagesSha256 === pagesSha256),
  );
  if (rows.some(({ state }) => state === "waiting" || state === "reading")) return null;
  const pages = pagesOfPdf(runs, await readAll(services, rows, folder));
  if (!pages.some(({ source, words }) => source === "ocr" && words.length > 0)) return null;
  const path = await fetchPdf();
  const outPath = `${path}-searchable.pdf`;
  const made = await engine.addText(path, outPath, pages, { practiceId, signal });
  return made.words === 0 ? null : outPath;
}

/** Returns what was read in files, by file. */
async function readAll({ storage }: Needs, rows: ReadingRow[], folder: string): Promise<Map<string, PageReading[]>> {
  const readings = new Map<string, PageReading[]>();
  for (const { fileId, blobKey, blobBytes, blobSha256 } of rows) {
    if (readings.has(fileId) || blobKey === null || blobBytes === null || blobSha256 === null) continue;
    const path = join(folder, `${newId()}.jsonl.gz`); // PDFs of a job are written at the same time
    await storage.fetch(blobKey, path, { sizeBytes: blobBytes, sha256: blobSha256 });
    const pages: PageReading[] = [];
    for await (const page of readReadingFile(path)) pages.push(page);
    readings.set(fileId, pages);
  }
  return readings;
}
