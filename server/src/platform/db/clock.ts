import { sql } from "drizzle-orm";
import type { Db, Tx } from "./connect.ts";

/** The current time, not the start of the transaction, which may have waited for another one. */
export const clock = sql`date_trunc('milliseconds', clock_timestamp())`;

/**
 * Returns the current time of the database, which all processes of an installation share even when a machine's own
 * clock is wrong.
 */
export async function databaseNow(db: Db | Tx): Promise<Date> {
  const { rows } = await db.execute<{ now: string }>(sql`select ${clock} as now`);
  return new Date(rows[0]?.now ?? Number.NaN);
}
