import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { anyOf } from "../../platform/db/any-of.ts";
import { defineTask } from "../../platform/queue/task.ts";
import type { WorkerServices } from "../../platform/services.ts";
import { forgetSearchable, readingsFolder } from "../jobs/index.ts";
import { practices } from "../practices/table.ts";
import { forgetPractice } from "./pages/forget-pages.ts";
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
 * Deletes the stored files first, so that an interrupted run is repeated.
 * @returns the number of jobs whose readings were erased
 */
async function eraseSome({ db, storage }: Needs, practiceId: string): Promise<number> {
  return db.transaction(async (tx) => {
    const [practice] = await tx
      .select({ readPages: practices.readPages })
      .from(practices)
      .where(eq(practices.id, practiceId))
      .for("share");
    if (practice?.readPages !== false) return 0;
    await forgetPractice(tx, practiceId);
    const ofPractice = eq(fileReadings.practiceId, practiceId);
    const rows = await tx
      .selectDistinct({ jobId: fileReadings.jobId })
      .from(fileReadings)
      .where(ofPractice)
      .limit(jobsAtOnce);
    const jobIds = rows.map(({ jobId }) => jobId);
    for (const jobId of jobIds) {
      const keys: string[] = [];
      for await (const { key } of storage.list(readingsFolder(practiceId, jobId))) keys.push(key);
      keys.push(...(await forgetSearchable(tx, { practiceId, jobId })));
      await storage.delete(keys);
    }
    await tx.delete(fileReadings).where(and(ofPractice, anyOf(fileReadings.jobId, jobIds)));
    return jobIds.length;
  });
}
