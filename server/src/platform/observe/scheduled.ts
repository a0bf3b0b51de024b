import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import type { Found, Task } from "../queue/task.ts";
import { scheduledRuns } from "./table.ts";

/** Wraps a task so that each run's outcome and counts are stored, for metrics and for the operator. */
export function recorded<Payload, Services extends { db: Db }>(task: Task<Payload, Services>): Task<Payload, Services> {
  return {
    ...task,
    async run(payload, services, context) {
      const began = performance.now();
      const record = (now: Ended) => noteRun(services.db, task.name, Math.round(performance.now() - began), now);
      let found: Found | undefined;
      try {
        found = await task.run(payload, services, context);
      } catch (error) {
        // The task's own error is thrown, even if recording it fails.
        await record({ failedAt: sql`now()` }).catch(() => {});
        throw error;
      }
      await record({ doneAt: sql`now()`, found: found ?? {} });
      return found;
    },
  };
}

type Ended = { failedAt: Date | SQL } | { doneAt: Date | SQL; found: Found };

/** Stores the outcome of a run; the last write wins. */
export async function noteRun(db: Db, task: string, ms: number, ended: Ended): Promise<void> {
  const now = { ms, ...ended };
  await db
    .insert(scheduledRuns)
    .values({ task, ...now })
    .onConflictDoUpdate({ target: scheduledRuns.task, set: now });
}

export async function readScheduledRuns(db: Db): Promise<(typeof scheduledRuns.$inferSelect)[]> {
  return db.select().from(scheduledRuns).orderBy(scheduledRuns.task);
}
