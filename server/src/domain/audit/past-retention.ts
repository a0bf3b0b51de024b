import { retention } from "@sheaf/contracts/limits.ts";
import { lt, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/connect.ts";

/**
 * Ids of rows of a log that have been kept as long as promised, `limit` at most; for `inArray` in the delete of them.
 */
export const pastRetention = (db: Db, log: PgTable & { id: PgColumn; at: PgColumn }, limit: number) =>
  db
    .select({ id: log.id })
    .from(log)
    .where(lt(log.at, sql`now() - make_interval(years => ${retention.auditYears})`))
    .limit(limit);
