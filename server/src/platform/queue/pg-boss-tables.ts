import { type Column, type SQL, sql } from "drizzle-orm";
import type { JobWithMetadata, PgBoss } from "pg-boss";
import type { Db, Tx } from "../db/connect.ts";
import { withoutPersonalData } from "./error-words.ts";
import type { Task } from "./task.ts";

/*
 * What is asked and done in pg-boss's own tables, because its door knows tasks only by name and id, and because some of
 * it has to be written down in the same transaction.
 */

/** A task that failed for the last time; pg-boss keeps it for a day. */
export interface GivenUpTask {
  id: string;
  task: string;
  failedAt: string;
  attempts: number;
  error: string;
  practiceId: string | null;
}

/** The newest first. */
export async function listFailedTasks(db: Db, limit: number): Promise<GivenUpTask[]> {
  const { rows } = await db.execute<Omit<GivenUpTask, "failedAt" | "error"> & { at: string; said: string | null }>(sql`
    select id, name as task, coalesce(completed_on, created_on) as at, retry_count + 1 as attempts,
      coalesce(output -> 'cause' ->> 'message', output ->> 'message', output -> 'value' ->> 'message') as said,
      data ->> 'practiceId' as "practiceId"
    from pgboss.job where state = 'failed' and name not like '\_\_pgboss%'
    order by completed_on desc nulls last, id limit ${limit}`);
  return rows.map(({ id, task, at, attempts, said, practiceId }) => ({
    id,
    task,
    attempts,
    practiceId,
    failedAt: new Date(at).toISOString(),
    error: said === null ? "Its workers died." : withoutPersonalData(said),
  }));
}

/**
 * One that somebody decides on; nobody else does at the same moment.
 * @returns null when it is not there or has not failed
 */
export async function lockFailedTask(
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

export interface TaskCount {
  task: string;
  /** Could begin now. */
  waiting: number;
  running: number;
  /** Given up within a day. */
  failed: number;
  /** Since when the first of those that wait could have begun. */
  oldestWaitingAt: string | null;
}

/**
 * What waits, runs and failed by kind of task, the longest queue first; what is done about those that were given up
 * counts with them.
 */
export async function countTasks(db: Db): Promise<TaskCount[]> {
  const due = sql`job.state in ('created', 'retry') and job.start_after <= now()`;
  const { rows } = await db.execute<Omit<TaskCount, "oldestWaitingAt"> & { oldest: string | null }>(sql`
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
 * The tasks of a kind that wait, run, or are about to be given up, and whose payload names a row: for `notExists` in a
 * query that looks for rows nobody works on.
 * @param field of the payload, an id
 */
export function unfinishedTasks(task: Pick<Task<never, never>, "name">, field: string, id: Column): SQL {
  const names = sql.join([sql`${task.name}`, sql`${`${task.name}.given-up`}`], sql`, `);
  return sql`(select 1 from pgboss.job task where task.name in (${names}) and task.state in ('created', 'retry', 'active') and task.data ->> ${field} = ${id}::text)`;
}

/**
 * No task of these kinds rests for longer by itself: what lies further ahead was written by a clock that has since been
 * put back.
 */
const farMinutes = 60;

/** Makes tasks due that a clock put back has moved out of sight. @returns how many */
export async function makeDueNow(tx: Tx, tasks: Pick<Task<never, never>, "name">[]): Promise<number> {
  const names = sql.join(
    tasks.map(({ name }) => sql`${name}`),
    sql`, `,
  );
  const { rowCount } = await tx.execute(sql`
    update pgboss.job set start_after = now()
    where name in (${names}) and state in ('created', 'retry') and start_after > now() + make_interval(mins => ${farMinutes})`);
  return rowCount ?? 0;
}

export const longestRestSeconds = 300;
/** Between two tries of a run whose surroundings are away. */
const tryLaterSeconds = 30;

type Boss = Pick<PgBoss, "getDb">;
type Run = Pick<JobWithMetadata, "name" | "id" | "retryCount">;

/** Gives a run back untouched: the retry count rises when it is claimed again, so its limit rises with it. */
export async function release(boss: Boss, { name, id, retryCount }: Run): Promise<void> {
  await boss.getDb().executeSql(
    `update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, start_after = now(), heartbeat_on = null
       where name = $1 and id = $2 and state = 'active' and retry_count = $3`,
    [name, id, retryCount],
  );
}

/**
 * What a failed run costs besides the one that pg-boss counts: a second one.
 * @param isFree it costs nothing at all
 */
export async function charge(boss: Boss, { name, id, retryCount }: Run, isFree: boolean): Promise<void> {
  await boss.getDb().executeSql(
    `update pgboss.job set retry_limit = greatest(retry_count, retry_limit + $4),
         retry_delay_max = least(retry_delay_max, $5)
       where name = $1 and id = $2 and state = 'active' and retry_count = $3`,
    [name, id, retryCount, isFree ? 1 : -1, isFree ? tryLaterSeconds : longestRestSeconds],
  );
}

/** Which of these kinds have a task that could begin now. Asked as pg-boss itself asks, so that its index serves. */
export async function dueTasks(boss: Boss, names: string[]): Promise<string[]> {
  const { rows } = await boss.getDb().executeSql(
    `select name from unnest($1::text[]) as name where exists (
       select 1 from pgboss.job task
       where task.name = name and task.state < 'active' and not task.blocked and task.start_after <= now()
     )`,
    [names],
  );
  return rows.map(({ name }) => name);
}
