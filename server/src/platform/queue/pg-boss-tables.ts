import type { FailedTask, Operations } from "@sheaf/contracts/admin/operations.ts";
import { type Column, type SQL, sql } from "drizzle-orm";
import type { JobWithMetadata, PgBoss } from "pg-boss";
import type { Db, Tx } from "../db/connect.ts";
import { withoutPersonalData } from "./error-words.ts";
import type { Task } from "./task.ts";

/*
 * Direct access to pg-boss's own tables, because its API finds tasks only by name and id, and because some changes must
 * be made in the caller's transaction.
 */

/** Returns failed tasks, the newest first. */
export async function listFailedTasks(db: Db, limit: number): Promise<FailedTask[]> {
  const { rows } = await db.execute<
    Omit<FailedTask, "failedAt" | "error"> & { at: string; message: string | null }
  >(sql`
    select id, name as task, coalesce(completed_on, created_on) as at, retry_count + 1 as attempts,
      coalesce(output -> 'cause' ->> 'message', output ->> 'message', output -> 'value' ->> 'message') as message,
      data ->> 'practiceId' as "practiceId"
    from pgboss.job where state = 'failed' and name not like '\_\_pgboss%'
    order by completed_on desc nulls last, id limit ${limit}`);
  return rows.map(({ id, task, at, attempts, message, practiceId }) => ({
    id,
    task,
    attempts,
    practiceId,
    failedAt: new Date(at).toISOString(),
    error: message === null ? "Its workers died." : withoutPersonalData(message),
  }));
}

/**
 * Locks a failed task, so that only one transaction at a time decides about it.
 * @returns null when there is no such task or it has not failed
 */
export async function lockFailedTask(
  tx: Tx,
  id: string,
): Promise<(Pick<FailedTask, "task" | "practiceId"> & { jobId: string | null }) | null> {
  const { rows } = await tx.execute<{ task: string; practiceId: string | null; jobId: string | null }>(sql`
    select name as task, data ->> 'practiceId' as "practiceId", data ->> 'jobId' as "jobId"
    from pgboss.job where id = ${id} and state = 'failed' for update`);
  return rows[0] ?? null;
}

/** Makes a failed task run again immediately, with the attempts of a new one. */
export async function retryFailedTask(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`
    update pgboss.job set state = 'retry', start_after = now(), completed_on = null,
      retry_limit = retry_count + 1 + (select retry_limit from pgboss.queue where queue.name = job.name)
    where id = ${id} and state = 'failed'`);
}

/** Deletes a failed task. */
export async function discardFailedTask(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`delete from pgboss.job where id = ${id} and state = 'failed'`);
}

/** Deletes the failed tasks of a practice's job that is started again as a whole. */
export async function discardTasksOfJob(tx: Tx, practiceId: string, jobId: string): Promise<void> {
  await tx.execute(sql`
    delete from pgboss.job where state = 'failed' and data ->> 'jobId' = ${jobId} and data ->> 'practiceId' = ${practiceId}`);
}

/**
 * Returns the numbers of waiting, running and failed tasks by kind, the longest queue first; tasks in the dead-letter
 * queues are included.
 */
export async function countTasks(db: Db): Promise<Operations["queue"]> {
  const due = sql`job.state in ('created', 'retry') and job.start_after <= now()`;
  const { rows } = await db.execute<
    Omit<Operations["queue"][number], "oldestWaitingAt"> & { oldest: string | null }
  >(sql`
    select regexp_replace(queue.name, '\.given-up$', '') as task,
      count(job.id) filter (where ${due})::int as waiting,
      count(job.id) filter (where job.state = 'active')::int as running,
      count(job.id) filter (where job.state = 'failed')::int as failed,
      min(job.start_after) filter (where ${due}) as oldest
    from pgboss.queue queue
    left join pgboss.job job on job.name = queue.name and job.state in ('created', 'retry', 'active', 'failed')
    where queue.name not like '\_\_pgboss%'
    group by 1 order by 2 desc, 3 desc, 1`);
  return rows.map(({ oldest, ...row }) => ({
    ...row,
    oldestWaitingAt: oldest === null ? null : new Date(oldest).toISOString(),
  }));
}

/**
 * Returns a subquery for the tasks of a kind that wait, run or are about to be given up, and whose payload names a row;
 * for `notExists` in a query for rows that no task works on.
 * @param field of the payload, an id
 */
export function unfinishedTasks(task: Pick<Task<never, never>, "name">, field: string, id: Column): SQL {
  const names = sql.join([sql`${task.name}`, sql`${`${task.name}.given-up`}`], sql`, `);
  return sql`(select 1 from pgboss.job task where task.name in (${names}) and task.state in ('created', 'retry', 'active') and task.data ->> ${field} = ${id}::text)`;
}

/**
 * No task of these kinds is delayed for longer than this. A later start was written while the database's clock was
 * ahead.
 */
const maxDelayMinutes = 60;

/** Makes tasks due whose start is too far in the future because the clock was set back. @returns how many */
export async function makeDueNow(tx: Tx, tasks: Pick<Task<never, never>, "name">[]): Promise<number> {
  const names = sql.join(
    tasks.map(({ name }) => sql`${name}`),
    sql`, `,
  );
  const { rowCount } = await tx.execute(sql`
    update pgboss.job set start_after = now()
    where name in (${names}) and state in ('created', 'retry') and start_after > now() + make_interval(mins => ${maxDelayMinutes})`);
  return rowCount ?? 0;
}

export const maxRetryDelaySeconds = 300;
/** Delay between two runs of a task while a dependency is unavailable. */
const tryLaterSeconds = 30;

type Boss = Pick<PgBoss, "getDb">;
type Run = Pick<JobWithMetadata, "name" | "id" | "retryCount">;

/**
 * Releases a run without cost: the retry count increases when the task is claimed again, so its limit is increased too.
 */
export async function release(boss: Boss, { name, id, retryCount }: Run): Promise<void> {
  await boss.getDb().executeSql(
    `update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, start_after = now(), heartbeat_on = null
       where name = $1 and id = $2 and state = 'active' and retry_count = $3`,
    [name, id, retryCount],
  );
}

/**
 * Charges a failed run one half attempt in addition to the one that pg-boss counts.
 * @param isFree the run costs nothing at all
 */
export async function charge(boss: Boss, { name, id, retryCount }: Run, isFree: boolean): Promise<void> {
  await boss.getDb().executeSql(
    `update pgboss.job set retry_limit = greatest(retry_count, retry_limit + $4),
         retry_delay_max = least(retry_delay_max, $5)
       where name = $1 and id = $2 and state = 'active' and retry_count = $3`,
    [name, id, retryCount, isFree ? 1 : -1, isFree ? tryLaterSeconds : maxRetryDelaySeconds],
  );
}

/** More tasks than this are not counted: a process has fewer slots. */
const maxCounted = 100;

/**
 * Returns how many tasks of each kind are due, for the kinds that have one, up to a maximum. The condition is the same
 * as pg-boss's own, so that its index is used.
 */
export async function dueTasks(boss: Boss, names: string[]): Promise<Map<string, number>> {
  const { rows } = await boss.getDb().executeSql(
    `select kind.name, due.number from unnest($1::text[]) as kind(name), lateral (
       select count(*)::int as number from (
         select from pgboss.job task
         where task.name = kind.name and task.state < 'active' and not task.blocked and task.start_after <= now()
         limit ${maxCounted}
       ) counted
     ) due where due.number > 0`,
    [names],
  );
  return new Map(rows.map(({ name, number }) => [name, number]));
}

/**
 * Returns the kinds of tasks of which a run has not renewed its lease or exceeds pg-boss's time limit. Scheduled tasks,
 * which have no group, are left out, so that an index is used.
 */
export async function lapsedTasks(boss: Boss): Promise<string[]> {
  const { rows } = await boss.getDb().executeSql(
    `select distinct name from pgboss.job where state = 'active' and group_id is not null and (
       heartbeat_on + heartbeat_seconds * interval '1 second' < now()
       or started_on + expire_seconds * interval '1 second' < now())`,
  );
  return rows.map(({ name }) => name);
}
