import { and, eq, inArray, notExists, sql } from "drizzle-orm";
import type { Tx } from "../../../platform/db/connect.ts";
import { makeDueNow, unfinishedTasks } from "../../../platform/queue/pg-boss-tables.ts";
import { defineScheduledTask } from "../../../platform/queue/task.ts";
import type { WorkerServices } from "../../../platform/services.ts";
import { jobFiles } from "../../jobs/table.ts";
import { practices } from "../../practices/table.ts";
import { fileReadings } from "../table.ts";
import { addBacklog } from "./backlog.ts";
import { readFile } from "./read-file.task.ts";
import { isOfFile } from "./reading-rows.ts";
import { addUnreadScans } from "./unread-scans.ts";

type Needs = Pick<WorkerServices, "db" | "log" | "queue">;

const batchSize = 1_000;

/**
 * Queues readings whose task was lost in a crash, and deletes those that nothing can end. Has files read that were
 * converted before reading was turned on, or before the program that reads scans was installed, when there is time
 * for them. Runs every minute; several machines may run it at once.
 */
export const sweepReadings = defineScheduledTask<Needs>({
  name: "readings.sweep",
  timeoutMs: 50_000,
  async run({ db, log, queue }) {
    const found = await db.transaction(async (tx) => {
      if (!(await tryLock(tx))) return { lost: 0, added: 0 };
      const far = await makeDueNow(tx, [readFile]);
      if (far > 0) log.warn({ tasks: far }, "The clock was set back: tasks scheduled far ahead are due now");
      await deleteStranded(tx);
      return {
        lost: await queueLost(tx, queue),
        added: (await addBacklog(tx, queue)) + (await addUnreadScans(tx, queue)),
      };
    });
    if (found.lost > 0) log.warn(found, "Queued readings again after a crash");
    return found;
  },
});

/** Takes a lock, so that only one of two machines that sweep at the same moment queues tasks. */
async function tryLock(tx: Tx): Promise<boolean> {
  const { rows } = await tx.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext(${sweepReadings.name})) as mine`,
  );
  return rows[0]?.mine === true;
}

/** To be read, but no task works on it. */
const isWithoutTask = and(
  inArray(fileReadings.state, ["waiting", "reading"]),
  sql`${fileReadings.createdAt} < now() - interval '1 minute'`,
  notExists(unfinishedTasks(readFile, "fileId", fileReadings.fileId)),
);

/**
 * Deletes rows that no run would ever end: their file has other pages or none, since it was converted again and
 * refused, or their practice turned reading off while they were added.
 */
async function deleteStranded(tx: Tx): Promise<void> {
  const isReadable = tx
    .select({ one: sql`1` })
    .from(jobFiles)
    .innerJoin(practices, eq(practices.id, jobFiles.practiceId))
    .where(and(isOfFile, practices.readPages));
  await tx.delete(fileReadings).where(and(isWithoutTask, notExists(isReadable)));
}

/** Queues files that are to be read but have no task. */
async function queueLost(tx: Tx, queue: WorkerServices["queue"]): Promise<number> {
  const lost = await tx
    .select({
      practiceId: fileReadings.practiceId,
      jobId: fileReadings.jobId,
      fileId: fileReadings.fileId,
      place: fileReadings.place,
    })
    .from(fileReadings)
    .innerJoin(jobFiles, isOfFile)
    .innerJoin(practices, eq(practices.id, fileReadings.practiceId))
    .where(and(isWithoutTask, practices.readPages))
    .orderBy(fileReadings.place)
    .limit(batchSize);
  for (const { place, ...ref } of lost) {
    await queue.add(tx, readFile, ref, { group: ref.practiceId, priority: -place });
  }
  return lost.length;
}
