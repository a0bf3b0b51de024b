import { eq } from "drizzle-orm";
import { z } from "zod";
import { defineTask } from "../../platform/queue/task.ts";
import type { WorkerServices } from "../../platform/services.ts";
import { sendWithoutText } from "../delivery/index.ts";
import { forgetSearchable, readingsFolder } from "../jobs/index.ts";
import { forgetReadings } from "./forget.ts";
import { forgetPractice } from "./pages/forget-pages.ts";
import { readsPages } from "./practice-choices.ts";
import { fileReadings } from "./table.ts";

type Needs = Pick<WorkerServices, "db" | "log" | "storage">;

/** Few, because the database ends a transaction that is silent for long, and each job asks the store. */
const jobsAtOnce = 20;

/** Erases everything that was read in the files of a practice, unless its pages are read again. */
export const eraseReadings = defineTask<{ practiceId: string }, Needs>({
  name: "readings.erase",
  payload: z.object({ practiceId: z.uuid() }),
  attempts: 10,
  timeoutMs: 30 * 60_000,
  async run({ practiceId }, services, { signal }) {
    let jobs = 0;
    for (;;) {
      signal.throwIfAborted();
      const erased = await eraseSome(services, practiceId);
      jobs += erased;
      if (erased === 0) return { jobs };
    }
  },
  async onFinalFailure({ practiceId }, reason, { log }) {
    log.error({ practiceId, reason }, "Readings of a practice could not be erased; turn reading on and off again");
  },
});

/**
 * Erases what was read in the files of a few jobs. Files are deleted after the commit, so that no row names a deleted
 * file; what an interrupted run leaves is named by no row, and is deleted by the daily comparison of files and rows.
 * @returns the number of jobs whose readings were erased
 */
async function eraseSome({ db, storage }: Needs, practiceId: string): Promise<number> {
  const forgotten = await db.transaction(async (tx) => {
    if (await readsPages(tx, practiceId)) return { jobs: 0, keys: [] };
    const rows = await tx
      .selectDistinct({ jobId: fileReadings.jobId })
      .from(fileReadings)
      .where(eq(fileReadings.practiceId, practiceId))
      .limit(jobsAtOnce);
    if (rows.length === 0) await forgetPractice(tx, practiceId);
    const keys: string[] = [];
    for (const { jobId } of rows) {
      for await (const { key } of storage.list(readingsFolder(practiceId, jobId))) keys.push(key);
      keys.push(...(await forgetSearchable(tx, { practiceId, jobId })));
      await sendWithoutText(tx, { practiceId, jobId });
      // Words go with the row of their file: without it, the file is read again when reading is turned on meanwhile.
      await forgetReadings(tx, { practiceId, jobId });
    }
    return { jobs: rows.length, keys };
  });
  // A file that is read again meanwhile may have the key of its earlier reading.
  await db.transaction(async (tx) => {
    if (!(await readsPages(tx, practiceId))) await storage.delete(forgotten.keys);
  });
  return forgotten.jobs;
}
