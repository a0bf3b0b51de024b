import { retention } from "@sheaf/contracts/limits.ts";
import { and, eq, inArray, isNull, not, notExists, notInArray, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { announce } from "../../../platform/events/events.ts";
import { defineScheduledTask } from "../../../platform/queue/task.ts";
import type { WorkerServices } from "../../../platform/services.ts";
import { returnDocuments } from "../../billing/index.ts";
import { practices } from "../../practices/table.ts";
import { jobFolder } from "../blob-keys.ts";
import type { Destinations } from "../destinations.ts";
import type { Readings } from "../readings.ts";
import { type JobRef, type JobRow, lockJob } from "../status.ts";
import { jobFiles, jobs, outputs } from "../table.ts";

type Needs = Pick<WorkerServices, "db" | "log" | "storage"> & {
  destinations: Destinations;
  readings: Readings;
  /** Clears the keys of the job's files in its arrivals. */
  clearBlobKeys(tx: Tx, ref: JobRef): Promise<void>;
};

const batchSize = 500;

/** Deletes the files of jobs whose retention period has ended; the jobs stay. Runs every hour. */
export const deleteOldFiles = defineScheduledTask<Needs>({
  name: "jobs.delete-old-files",
  timeoutMs: 50 * 60_000,
  async run(services, { signal }) {
    // Jobs whose files cannot be deleted now are left to the next hour, and must not hold back the others.
    const stuck: string[] = [];
    let emptied = 0;
    for (;;) {
      const old = await findOld(services, stuck);
      if (old.length === 0) return { jobs: emptied, stuck: stuck.length };
      for (const ref of old) {
        signal.throwIfAborted();
        try {
          await deleteFiles(services, ref);
          emptied += 1;
        } catch (error) {
          stuck.push(ref.jobId);
          services.log.error({ err: error, jobId: ref.jobId }, "Files of a job could not be deleted");
        }
      }
    }
  },
});

/** The retention period: what the practice has set, but never longer than the product promises. */
const retentionPeriod = sql`make_interval(days => least(${practices.fileRetentionDays}, ${retention.documentDays}))`;

/** Matches jobs whose retention period has ended, with files and without deliveries on their way. */
function isOld({ isUnderWay }: Destinations): SQL | undefined {
  return and(
    isNull(jobs.filesDeletedAt),
    // The shortest period that a practice can set: this condition needs only the index.
    sql`${jobs.settledAt} < now() - make_interval(days => ${retention.minDays})`,
    sql`${jobs.settledAt} < now() - ${retentionPeriod}`,
    not(isUnderWay),
  );
}

const refsOf = (db: Db | Tx) =>
  db
    .select({ practiceId: jobs.practiceId, jobId: jobs.id })
    .from(practices)
    .innerJoin(jobs, eq(jobs.practiceId, practices.id));

async function findOld({ db, destinations }: Needs, stuck: string[]): Promise<JobRef[]> {
  return refsOf(db)
    .where(and(isOld(destinations), notInArray(jobs.id, stuck)))
    .orderBy(jobs.settledAt)
    .limit(batchSize);
}

/**
 * Checks a job again once it is locked: it may have been repaired, or an email of it sent again, since it was listed.
 */
async function isStillOld(tx: Tx, destinations: Destinations, { practiceId, jobId }: JobRef): Promise<boolean> {
  const ofJob = equals(jobs, { practiceId, id: jobId });
  return (await refsOf(tx).where(and(isOld(destinations), ofJob))).length > 0;
}

/**
 * Deletes the files of a job. The rows are committed last, so an interrupted deletion is repeated. The job is locked: a
 * simultaneous repair or sending either comes first or is refused.
 */
async function deleteFiles({ db, destinations, readings, storage, clearBlobKeys }: Needs, ref: JobRef): Promise<void> {
  await db.transaction(async (tx) => {
    const job = await lockJob(tx, ref);
    if (!job || !(await isStillOld(tx, destinations, ref))) return;
    await returnUnusedDocuments(tx, job);
    await tx
      .update(jobs)
      .set({ filesDeletedAt: sql`now()` })
      .where(equals(jobs, { practiceId: ref.practiceId, id: ref.jobId }));
    await tx
      .update(jobFiles)
      .set({ originalKey: null, pagesKey: null, password: null })
      .where(equals(jobFiles, { practiceId: ref.practiceId, jobId: ref.jobId }));
    await tx
      .update(outputs)
      .set({ blobKey: null, searchableKey: null, thumbnails: 0 })
      .where(equals(outputs, { practiceId: ref.practiceId, jobId: ref.jobId }));
    await clearBlobKeys(tx, ref);
    await readings.forgetJob(tx, ref);
    await announce(tx, ref.practiceId, { type: "job", id: ref.jobId });

    const keys: string[] = [];
    for await (const { key } of storage.list(jobFolder(ref.practiceId, ref.jobId))) keys.push(key);
    await storage.delete(keys);
  });
}

/** Returns the documents of files that never became a PDF, because they can no longer be retried. */
async function returnUnusedDocuments(tx: Tx, { practiceId, id, periodId, status }: JobRow): Promise<void> {
  const files = equals(jobFiles, { practiceId, jobId: id });
  const bad = await tx.$count(jobFiles, and(files, inArray(jobFiles.state, ["refused", "failed"])));
  // Every file was converted, but assembling them failed.
  const lost = bad === 0 && status === "failed" ? await tx.$count(jobFiles, and(files, isInNoResult(tx))) : bad;
  if (lost === 0) return;
  await returnDocuments(tx, practiceId, periodId, lost);
  await announce(tx, practiceId, { type: "subscription" });
}

function isInNoResult(tx: Tx) {
  const results = tx
    .select({ one: sql`1` })
    .from(outputs)
    .where(
      and(
        equals(outputs, { practiceId: jobFiles.practiceId, jobId: jobFiles.jobId, purpose: "result" }),
        sql`${jobFiles.id} = any(${outputs.fileIds})`,
      ),
    );
  return and(eq(jobFiles.state, "converted"), notExists(results));
}
