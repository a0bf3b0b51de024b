import { join } from "node:path";
import type { PageReading } from "@sheaf/contracts/reading.ts";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { equals } from "../../../platform/db/equals.ts";
import { newId } from "../../../platform/ids.ts";
import { defineTask } from "../../../platform/queue/task.ts";
import type { WorkerServices } from "../../../platform/services.ts";
import { withWorkFolder } from "../../../platform/storage/work-folder.ts";
import { type JobRef, keepSearchable, type OutputRow, searchableKey, withoutText } from "../../jobs/index.ts";
import { jobFiles, jobs } from "../../jobs/table.ts";
import { practices } from "../../practices/table.ts";
import { readReadingFile } from "../reading-file.ts";
import { fileReadings } from "../table.ts";
import { pagesOfPdf } from "./pages-of-pdf.ts";
import { runsOfPdf } from "./runs-of-pdf.ts";

type Needs = Pick<WorkerServices, "config" | "db" | "engine" | "log" | "storage">;
type ReadingRow = typeof fileReadings.$inferSelect;

/**
 * Makes the versions with text of a job's PDFs, once all of their pages are read. They are optional: PDFs without one
 * are downloaded as they were made.
 */
export const makeSearchable = defineTask<JobRef, Needs>({
  name: "readings.searchable",
  payload: z.object({ practiceId: z.uuid(), jobId: z.uuid() }),
  attempts: 2,
  timeoutMs: 10 * 60_000,
  async run(ref, services, { signal }) {
    const { db, log } = services;
    const left = await withoutText(db, ref);
    if (left.length === 0) return;
    const { practiceId, jobId } = ref;
    const files = await db.select().from(jobFiles).where(equals(jobFiles, { practiceId, jobId }));
    const [job] = await db
      .select()
      .from(jobs)
      .where(equals(jobs, { practiceId, id: jobId }));
    const readings = await db.select().from(fileReadings).where(equals(fileReadings, { practiceId, jobId }));
    const byFile = new Map(readings.map((row) => [row.fileId, row]));
    for (const output of left) {
      try {
        const runs = job ? runsOfPdf(output, job, files) : null;
        if (runs) await addText(services, output, { runs, byFile, signal });
      } catch (error) {
        signal.throwIfAborted();
        log.warn({ err: error, jobId, outputId: output.id }, "The version of a PDF with text could not be made");
      }
    }
  },
  async onFinalFailure() {
    // Nothing to do: the PDF can be downloaded without text.
  },
});

interface Work {
  runs: NonNullable<OutputRow["pageRuns"]>;
  byFile: Map<string, ReadingRow>;
  signal: AbortSignal;
}

async function addText(services: Needs, output: OutputRow, { runs, byFile, signal }: Work): Promise<void> {
  const { config, db, engine, storage } = services;
  const { practiceId, jobId, id, blobKey } = output;
  const rows = runs.flatMap(({ fileId, pagesSha256 }) => {
    const row = byFile.get(fileId);
    return row?.pagesSha256 === pagesSha256 ? row : [];
  });
  // The reading that ends last makes this task run again.
  const isUnfinished = rows.some(({ state }) => state === "waiting" || state === "reading");
  if (isUnfinished || blobKey === null) return;
  const stored = await withWorkFolder(config.dataDir, async (folder) => {
    const readings = await readAll(services, rows, folder);
    const pages = pagesOfPdf(runs, readings);
    if (!pages.some(({ source, words }) => source === "ocr" && words.length > 0)) return null;
    const [path, outPath] = [join(folder, "output.pdf"), join(folder, "searchable.pdf")];
    await storage.fetch(blobKey, path, output);
    const made = await engine.addText(path, outPath, pages, { practiceId, signal });
    if (made.words === 0) return null;
    const key = searchableKey(practiceId, jobId, id, newId());
    return { key, ...(await storage.putFile(key, outPath)) };
  });
  if (stored === null) return;
  const isKept = await db.transaction(async (tx) => {
    // Shared until the commit, so that whoever turns reading off erases what is written here.
    const [practice] = await tx
      .select({ readPages: practices.readPages })
      .from(practices)
      .where(eq(practices.id, practiceId))
      .for("share");
    return practice?.readPages === true && (await keepSearchable(tx, output, stored));
  });
  if (!isKept) await storage.delete([stored.key]);
}

/** Returns what was read in files, by file. */
async function readAll({ storage }: Needs, rows: ReadingRow[], folder: string): Promise<Map<string, PageReading[]>> {
  const readings = new Map<string, PageReading[]>();
  for (const { fileId, blobKey, blobBytes, blobSha256 } of rows) {
    if (readings.has(fileId) || blobKey === null || blobBytes === null || blobSha256 === null) continue;
    const path = join(folder, `${readings.size}.jsonl.gz`);
    await storage.fetch(blobKey, path, { sizeBytes: blobBytes, sha256: blobSha256 });
    const pages: PageReading[] = [];
    for await (const page of readReadingFile(path)) pages.push(page);
    readings.set(fileId, pages);
  }
  return readings;
}
