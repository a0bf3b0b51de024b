import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import type { Found, Task } from "../queue/task.ts";
import { scheduledRuns } from "./table.ts";

/**
 * The same task, which also writes down how it ended and what it found, for metrics and for whoever runs the
 * installation.
 */
export function recorded<Payload, Services extends { db: Db }>(task: Task<Payload, Services>): Task<Payload, Services> {
  return {
    ...task,
    async run(payload, services, context) {
      const began = performance.now();
      const note = (now: Ended) => noteRun(services.db, task.name, Math.round(performance.now() - began), now);
      let found: Found | undefined;
      try {
        found = await task.run(payload, services, context);
      } catch (error) {
        // What went wrong with the task says more than what may go wrong with the note.
        await note({ failedAt: sql`now()` }).catch(() => {});
        throw error;
      }
      await note({ doneAt: sql`now()`, found: found ?? {} });
      return found;
    },
  };
}

type Ended = { failedAt: Date | SQL } | { doneAt: Date | SQL; found: Found };

/** Whichever process writes last is right. */
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
