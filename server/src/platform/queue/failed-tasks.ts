import { sql } from "drizzle-orm";
import type { Db, Tx } from "../db/connect.ts";
import { withoutPersonalData } from "./error-words.ts";

export interface GivenUpTask {
  id: string;
  task: string;
  failedAt: string;
  attempts: number;
  error: string;
  practiceId: string | null;
}

/*
 * Tasks that failed for the last time; pg-boss keeps them for a day. Its own tables are used, because its door knows them only by
 * name and id, and because what is done about them has to be written down in the same transaction.
 */

/** The newest first. */
export async function listFailedTasks(db: Db, limit: number): Promise<GivenUpTask[]> {
  const { rows } = await db.execute<Omit<GivenUpTask, "failedAt" | "error"> & { at: string; said: string | null }>(sql`
    select id, name as task, coalesce(completed_on, created_on) as at, retry_count + 1 as attempts,
      coalesce(output -> 'cause' ->> 'message', output ->> 'message', output -> 'value' ->> 'message') as said,
      data ->> 'practiceId' as "practiceId"
    from pgboss.job where state = 'failed' and name not like '\_\_pgboss%'
    order by completed_on desc nulls last, id limit ${limit}`);
  return rows.map(({ id, task, at, attempts, said, practiceId }) => ({
    ...{ id, task, attempts, practiceId, failedAt: new Date(at).toISOString() },
    error: said === null ? "Its workers died." : withoutPersonalData(said),
  }));
}

/** One that somebody decides on; nobody else does at the same moment. @returns null when it is not there or has not failed */
export async function takeFailedTask(
  tx: Tx,
  id: string,
): Promise<(Pick<GivenUpTask, "task" | "practiceId"> & { jobId: string | null }) | null> {
  const { rows } = await tx.execute<{ task: string; practiceId: string | null; jobId: string | null }>(sql`
    select name as task, data ->> 'practiceId' as "practiceId", data ->> 'jobId' as "jobId"
    from pgboss.job where id = ${id} and state = 'failed' for update`);
  return rows[0] ?? null;
}

/** Once more, at once, with as many attempts as a new one. */
export async function retryFailedTask(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`
    update pgboss.job set state = 'retry', start_after = now(), completed_on = null,
      retry_limit = retry_count + 1 + (select retry_limit from pgboss.queue where queue.name = job.name)
    where id = ${id} and state = 'failed'`);
}

/** For good. */
export async function discardFailedTask(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`delete from pgboss.job where id = ${id} and state = 'failed'`);
}

/** Those of a job of a practice that begins again as a whole. */
export async function discardTasksOfJob(tx: Tx, practiceId: string, jobId: string): Promise<void> {
  await tx.execute(sql`
    delete from pgboss.job where state = 'failed' and data ->> 'jobId' = ${jobId} and data ->> 'practiceId' = ${practiceId}`);
}
