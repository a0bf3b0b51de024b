import { retention } from "@sheaf/contracts/limits.ts";
import { lt, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/connect.ts";

/** Selects up to `limit` ids of rows of a log whose retention time is over, for use with `inArray` in a delete. */
export const pastRetention = (db: Db, log: PgTable & { id: PgColumn; at: PgColumn }, limit: number) =>
  db
    .select({ id: log.id })
    .from(log)
    .where(lt(log.at, sql`now() - make_interval(years => ${retention.auditYears})`))
    .limit(limit);
