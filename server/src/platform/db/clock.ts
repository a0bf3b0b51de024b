import { sql } from "drizzle-orm";
import type { Db, Tx } from "./connect.ts";

/** The moment itself, not the one at which the transaction began: it may have waited for another. */
export const clock = sql`date_trunc('milliseconds', clock_timestamp())`;

/** What time it is for every process of an installation: a machine whose own clock is wrong judges as the others do. */
export async function databaseNow(db: Db | Tx): Promise<Date> {
  const { rows } = await db.execute<{ now: string }>(sql`select ${clock} as now`);
  return new Date(rows[0]?.now ?? Number.NaN);
}
