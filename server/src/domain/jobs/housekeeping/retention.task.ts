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
import { type JobRef, type JobRow, lockJob } from "../status.ts";
import { jobFiles, jobs, outputs } from "../table.ts";

type Needs = Pick<WorkerServices, "db" | "log" | "storage"> & {
  destinations: Destinations;
  /** What the files came in with keeps their keys, too. */
  clearBlobKeys(tx: Tx, ref: JobRef): Promise<void>;
};

const atOnce = 500;

/** Takes away the files of jobs that ended as long ago as the practice keeps them; the jobs stay. Every hour. */
export const deleteOldFiles = defineScheduledTask<Needs>({
  name: "jobs.delete-old-files",
  timeoutMs: 50 * 60_000,
  async run(services, { signal }) {
    // One that cannot be deleted now is left to the next hour, and must not hold back those after it.
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

/** What the practice set, and never longer than the product promises. */
const kept = sql`make_interval(days => least(${practices.fileRetentionDays}, ${retention.documentDays}))`;

/** Ended as long ago as that, with its files still there and nothing of them on its way. */
function isOld({ isUnderWay }: Destinations): SQL | undefined {
  return and(
    isNull(jobs.filesDeletedAt),
    // Nobody keeps them for less: read from the index alone.
    sql`${jobs.settledAt} < now() - make_interval(days => ${retention.minDays})`,
    sql`${jobs.settledAt} < now() - ${kept}`,
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
    .limit(atOnce);
}

/** Judged again once it is locked: since it was listed it may have been mended, or an email of it sent again. */
async function isStillOld(tx: Tx, destinations: Destinations, { practiceId, jobId }: JobRef): Promise<boolean> {
  const ofJob = equals(jobs, { practiceId, id: jobId });
  return (await refsOf(tx).where(and(isOld(destinations), ofJob))).length > 0;
}

/**
 * The rows go last: what dies in between is done again. Whoever mends the job or sends it again at this moment comes
 * first or is refused.
 */
async function deleteFiles({ db, destinations, storage, clearBlobKeys }: Needs, ref: JobRef): Promise<void> {
  await db.transaction(async (tx) => {
    const job = await lockJob(tx, ref);
    if (!job || !(await isStillOld(tx, destinations, ref))) return;
    await giveBack(tx, job);
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
      .set({ blobKey: null, thumbnails: 0 })
      .where(equals(outputs, { practiceId: ref.practiceId, jobId: ref.jobId }));
    await clearBlobKeys(tx, ref);
    await announce(tx, ref.practiceId, { type: "job", id: ref.jobId });

    const keys: string[] = [];
    for await (const { key } of storage.list(jobFolder(ref.practiceId, ref.jobId))) keys.push(key);
    await storage.delete(keys);
  });
}

/** The document of a file that never became a PDF: nobody can retry it any more. */
async function giveBack(tx: Tx, { practiceId, id, periodId, status }: JobRow): Promise<void> {
  const files = and(equals(jobFiles, { practiceId, jobId: id }), isNull(jobFiles.parentId));
  const bad = await tx.$count(jobFiles, and(files, inArray(jobFiles.state, ["refused", "failed"])));
  // Every file was good, and yet they could not be put together.
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
