import { type Column, type SQL, sql } from "drizzle-orm";
import type { Task } from "./task.ts";

/**
 * The tasks of a kind that wait, run, or are about to be given up, and whose payload names a row: for `notExists` in a query
 * that looks for rows nobody works on. Reads pg-boss's own table: its door has no question for this.
 * @param field of the payload, an id
 */
export function liveTasks(task: Pick<Task<never, never>, "name">, field: string, id: Column): SQL {
  const names = sql.join([sql`${task.name}`, sql`${`${task.name}.given-up`}`], sql`, `);
  return sql`(select 1 from pgboss.job task where task.name in (${names}) and task.state in ('created', 'retry', 'active') and task.data ->> ${field} = ${id}::text)`;
}
