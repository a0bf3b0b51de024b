import { ConvertError } from "@sheaf/engine/converter.ts";
import { z } from "zod";
import type { Tx } from "../../../platform/db/connect.ts";
import { defineTask } from "../../../platform/queue/task.ts";
import { withWorkFolder } from "../../../platform/storage/work-folder.ts";
import { withoutEarlierVersions } from "../earlier-outputs.ts";
import {
  canStart,
  completeJob,
  convertAgain,
  failAssembly,
  type JobRef,
  type JobRow,
  lockJob,
  startAssembly,
} from "../status.ts";
import { turnNewPages } from "../turns.ts";
import {
  type AssemblyNeeds,
  keysOf,
  makeOutputs,
  type NewOutput,
  PagesLost,
  withoutTextOf,
} from "./assemble-outputs.ts";
import { makeThumbnails } from "./thumbnails.task.ts";

/** Makes a job's PDFs from the A4 pages of its files, in the user's order, then completes the job. */
export const assembleJob = defineTask<JobRef, AssemblyNeeds>({
  name: "jobs.assemble",
  payload: z.object({ practiceId: z.uuid(), jobId: z.uuid() }),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  async run(ref, services, { signal }) {
    const { db, storage, log } = services;
    const job = await db.transaction((tx) => begin(tx, ref, services));
    if (!job) return;
    const attempt = job.assemblyAttempt;
    const made: NewOutput[] = [];
    try {
      await withWorkFolder(services.config.dataDir, (folder) => makeOutputs(services, job, { folder, signal, made }));
    } catch (error) {
      await storage.delete(keysOf(made));
      signal.throwIfAborted();
      if (error instanceof PagesLost) {
        log.error(
          { jobId: ref.jobId, fileIds: error.fileIds },
          "Stored pages are missing or damaged, and are converted again",
        );
        await db.transaction((tx) => convertAgain(tx, ref, attempt, error.fileIds));
        return;
      }
      if (!(error instanceof ConvertError)) throw error;
      // The pages exceed a limit: they would be refused again.
      log.info({ jobId: ref.jobId, reason: error.reason }, "The pages of a job cannot be merged");
      await db.transaction((tx) => failAssembly(tx, ref, attempt));
      return;
    }
    const stored = await db.transaction(async (tx) => {
      const hasText = made.some(({ searchableKey }) => searchableKey);
      // Text that was made before reading was turned off would outlive the erasing of everything else.
      const pdfs = hasText && !(await services.readings.isOn(tx, ref.practiceId)) ? made.map(withoutTextOf) : made;
      const send = await services.destinations.prepare(tx, job);
      const done = await completeJob(tx, ref, attempt, pdfs);
      if (!done) return [];
      await send(done, await withoutEarlierVersions(tx, ref, pdfs));
      await services.queue.add(tx, makeThumbnails, ref, { group: ref.practiceId });
      await services.readings.addText(tx, ref);
      return pdfs;
    });
    const kept = new Set(keysOf(stored));
    await storage.delete(keysOf(made).filter((key) => !kept.has(key)));
  },
  async onFinalFailure(ref, _reason, { db }) {
    await db.transaction((tx) => failAssembly(tx, ref, undefined));
  },
});

/**
 * Starts an attempt, unless the job waits for the reading of its pages: then it is tried again when they are read, and
 * at the latest when the time for it is up.
 */
async function begin(tx: Tx, ref: JobRef, { queue, readings, destinations }: AssemblyNeeds): Promise<JobRow | null> {
  const waiting = await lockJob(tx, ref);
  const waitMs = waiting && canStart(waiting) ? await readings.waitMs(tx, waiting) : 0;
  if (waitMs > 0) {
    await queue.add(tx, assembleJob, ref, { group: ref.practiceId, delayMs: waitMs });
    return null;
  }
  const job = await startAssembly(tx, ref, {
    recipientsOf: destinations.countRecipients,
    countRefused: (job) => readings.countRefused(tx, job),
  });
  if (job) await turnNewPages(tx, job, await readings.turnsOf(tx, job));
  return job;
}
