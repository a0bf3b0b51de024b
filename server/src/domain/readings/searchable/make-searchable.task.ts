import { join } from "node:path";
import { z } from "zod";
import type { Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { newId } from "../../../platform/ids.ts";
import { defineTask, TryLater } from "../../../platform/queue/task.ts";
import type { Services, WorkerServices } from "../../../platform/services.ts";
import { withWorkFolder } from "../../../platform/storage/work-folder.ts";
import { keepSearchable, type OutputRow, searchableKey } from "../../jobs/index.ts";
import { jobFiles, jobs, type PageRun } from "../../jobs/table.ts";
import { readsPages } from "../practice-choices.ts";
import { type PdfsOfJob, pdfsWithoutText } from "./pdfs-without-text.ts";
import { runsOfPdf } from "./runs-of-pdf.ts";
import { writeText } from "./write-text.ts";

type Needs = Pick<WorkerServices, "config" | "db" | "engine" | "log" | "storage">;

/**
 * Makes the versions with text of PDFs whose pages are all read. They are optional: PDFs without one are downloaded as
 * they were made.
 */
export const makeSearchable = defineTask<PdfsOfJob, Needs>({
  name: "readings.searchable",
  payload: z.object({ practiceId: z.uuid(), jobId: z.uuid(), fileId: z.uuid().optional() }),
  attempts: 2,
  timeoutMs: 10 * 60_000,
  async run(ref, services, { signal }) {
    const { db, log } = services;
    const left = await pdfsWithoutText(db, ref);
    if (left.length === 0) return;
    const { practiceId, jobId } = ref;
    const files = await db.select().from(jobFiles).where(equals(jobFiles, { practiceId, jobId }));
    const [job] = await db
      .select()
      .from(jobs)
      .where(equals(jobs, { practiceId, id: jobId }));
    for (const output of left) {
      try {
        const runs = job ? runsOfPdf(output, job, files) : null;
        if (runs) await addText(services, output, runs, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof TryLater) throw error;
        log.warn({ err: error, jobId, outputId: output.id }, "The version of a PDF with text could not be made");
      }
    }
  },
  async onFinalFailure() {
    // Nothing to do: the PDF can be downloaded without text.
  },
});

/** Has the versions with text made of PDFs that can have one now. */
export async function queueSearchable(tx: Tx, queue: Services["queue"], ref: PdfsOfJob): Promise<void> {
  const left = await pdfsWithoutText(tx, ref);
  if (left.length > 0) await queue.add(tx, makeSearchable, ref, { group: ref.practiceId });
}

async function addText(services: Needs, output: OutputRow, runs: PageRun[], signal: AbortSignal): Promise<void> {
  const { config, db, storage } = services;
  const { practiceId, jobId, id, blobKey } = output;
  if (blobKey === null) return;
  const stored = await withWorkFolder(config.dataDir, async (folder) => {
    const fetchPdf = async () => {
      const path = join(folder, "output.pdf");
      await storage.fetch(blobKey, path, output);
      return path;
    };
    const outPath = await writeText(services, { practiceId, jobId }, { runs, fetchPdf, folder, signal });
    if (outPath === null) return null;
    const key = searchableKey(practiceId, jobId, id, newId());
    return { key, ...(await storage.putFile(key, outPath)) };
  });
  if (stored === null) return;
  const isKept = await db.transaction(async (tx) => {
    // Whoever turns reading off after this erases what is written here.
    return (await readsPages(tx, practiceId)) && (await keepSearchable(tx, output, stored));
  });
  if (!isKept) await storage.delete([stored.key]);
}
