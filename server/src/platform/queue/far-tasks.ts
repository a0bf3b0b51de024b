import { sql } from "drizzle-orm";
import type { Tx } from "../db/connect.ts";
import type { Task } from "./task.ts";

/** No task of these kinds rests for longer by itself: what lies further ahead was written by a clock that has since been put back. */
const farMinutes = 60;

/** Makes tasks due that a clock put back has moved out of sight. @returns how many */
export async function bringNear(tx: Tx, tasks: Pick<Task<never, never>, "name">[]): Promise<number> {
  const names = sql.join(
    tasks.map(({ name }) => sql`${name}`),
    sql`, `,
  );
  const { rowCount } = await tx.execute(sql`
    update pgboss.job set start_after = now()
    where name in (${names}) and state in ('created', 'retry') and start_after > now() + make_interval(mins => ${farMinutes})`);
  return rowCount ?? 0;
}
