import { and, inArray, lt, notExists, sql } from "drizzle-orm";
import type { Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { makeDueNow, unfinishedTasks } from "../../../platform/queue/pg-boss-tables.ts";
import { defineScheduledTask } from "../../../platform/queue/task.ts";
import type { WorkerServices } from "../../../platform/services.ts";
import { sweepWorkFolders } from "../../../platform/storage/work-folder.ts";
import { assembleJob } from "../converting/assemble.task.ts";
import { convertFile } from "../converting/convert.task.ts";
import { unpackFile } from "../converting/unpack.task.ts";
import { jobFiles, jobs } from "../table.ts";

type Needs = Pick<WorkerServices, "config" | "db" | "log" | "queue">;

/** Jobs younger than this still have the tasks that the upload queued. */
const settleMinutes = 1;
const batchSize = 1_000;

/**
 * Queues tasks that were lost in crashes, makes tasks due that a wrong clock has scheduled far ahead, and deletes old
 * work folders. Runs every minute; several machines may run it at once.
 */
export const sweepJobs = defineScheduledTask<Needs>({
  name: "jobs.sweep",
  timeoutMs: 50_000,
  async run(services) {
    const far = await services.db.transaction((tx) => makeDueNow(tx, [convertFile, unpackFile, assembleJob]));
    if (far > 0) services.log.warn({ tasks: far }, "The clock was set back: tasks scheduled far ahead are due now");
    const files = await queueLostFiles(services);
    const assemblies = await queueLostAssemblies(services);
    await sweepWorkFolders(services.config.dataDir, Date.now());
    if (files + assemblies > 0) services.log.warn({ files, assemblies }, "Queued tasks again after a crash");
    return { files, assemblies };
  },
});

const unfinished = and(
  inArray(jobs.status, ["pending", "processing"]),
  lt(jobs.createdAt, sql`now() - make_interval(mins => ${settleMinutes})`),
);

/** Takes a lock, so that only one of two machines that sweep at the same moment queues the lost tasks. */
async function tryLock(tx: Tx): Promise<boolean> {
  const { rows } = await tx.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext(${sweepJobs.name})) as mine`,
  );
  return rows[0]?.mine === true;
}

/** Queues files that are waiting or converting but have no task. */
async function queueLostFiles({ db, queue }: Needs): Promise<number> {
  return db.transaction(async (tx) => {
    if (!(await tryLock(tx))) return 0;
    const lost = await tx
      .select({ practiceId: jobFiles.practiceId, jobId: jobFiles.jobId, fileId: jobFiles.id })
      .from(jobs)
      .innerJoin(jobFiles, equals(jobFiles, { practiceId: jobs.practiceId, jobId: jobs.id }))
      .where(
        and(
          unfinished,
          inArray(jobFiles.state, ["waiting", "converting"]),
          notExists(unfinishedTasks(convertFile, "fileId", jobFiles.id)),
          notExists(unfinishedTasks(unpackFile, "fileId", jobFiles.id)),
        ),
      )
      .limit(batchSize);
    for (const ref of lost) await queue.add(tx, convertFile, ref, { group: ref.practiceId });
    return lost.length;
  });
}

/** Queues the assembly of jobs whose files are all converted but that have no task. */
async function queueLostAssemblies({ db, queue }: Needs): Promise<number> {
  return db.transaction(async (tx) => {
    if (!(await tryLock(tx))) return 0;
    const notConverted = tx
      .select({ one: sql`1` })
      .from(jobFiles)
      .where(
        and(
          equals(jobFiles, { practiceId: jobs.practiceId, jobId: jobs.id }),
          inArray(jobFiles.state, ["waiting", "converting", "refused", "failed"]),
        ),
      );
    const lost = await tx
      .select({ practiceId: jobs.practiceId, jobId: jobs.id })
      .from(jobs)
      .where(and(unfinished, notExists(notConverted), notExists(unfinishedTasks(assembleJob, "jobId", jobs.id))))
      .limit(batchSize);
    for (const ref of lost) await queue.add(tx, assembleJob, ref, { group: ref.practiceId });
    return lost.length;
  });
}
