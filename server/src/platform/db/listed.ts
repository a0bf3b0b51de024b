import { type SQL, sql } from "drizzle-orm";

/**
 * A table `listed` of the given ids, to join with where rows are read by key. A statement that is planned once finds
 * each row in the index of the key; for a list in its condition PostgreSQL may prefer an index that begins with the
 * practice, and read all of the practice's entries in it.
 */
export const listed = (ids: string[]): SQL => sql`unnest(${sql.param(ids)}::uuid[]) listed (id)`;

/** The id of a row of `listed`. */
export const listedId: SQL = sql`listed.id`;
