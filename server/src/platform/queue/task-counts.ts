import { sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";

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
 * What waits, runs and failed by kind of task, the longest queue first; what is done about those that were given up counts with
 * them. Reads pg-boss's own tables: its door has no question for this.
 */
export async function readTasks(db: Db): Promise<TaskCount[]> {
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
