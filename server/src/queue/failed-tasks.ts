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

/** Once more, at once. @returns its kind and practice; null when it is not there or has not failed */
export async function retryFailedTask(tx: Tx, id: string): Promise<{ task: string; practiceId: string | null } | null> {
  return change(
    tx,
    sql`update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, start_after = now(), completed_on = null
      where id = ${id} and state = 'failed' returning name as task, data ->> 'practiceId' as "practiceId"`,
  );
}

/** For good. @returns as `retryFailedTask` */
export async function discardFailedTask(
  tx: Tx,
  id: string,
): Promise<{ task: string; practiceId: string | null } | null> {
  return change(
    tx,
    sql`delete from pgboss.job where id = ${id} and state = 'failed'
      returning name as task, data ->> 'practiceId' as "practiceId"`,
  );
}

async function change(tx: Tx, query: ReturnType<typeof sql>) {
  const { rows } = await tx.execute<{ task: string; practiceId: string | null }>(query);
  return rows[0] ?? null;
}
