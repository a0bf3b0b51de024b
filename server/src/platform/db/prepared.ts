import type { Db } from "./connect.ts";

/**
 * Writes a statement once for each database, for what nearly every request asks. With a name PostgreSQL plans it only
 * once for each connection too, without a look at its values: good for a single row found by its key, ruinous where one
 * practice has a thousand times the rows of another.
 */
export function preparedOnce<Statement>(prepare: (db: Db) => Statement): (db: Db) => Statement {
  const prepared = new WeakMap<Db, Statement>();
  return (db) => {
    const known = prepared.get(db) ?? prepare(db);
    prepared.set(db, known);
    return known;
  };
}
