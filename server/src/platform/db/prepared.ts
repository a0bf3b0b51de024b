import type { Db } from "./connect.ts";

/**
 * Builds a statement once per database, for queries of nearly every request. A named prepared statement is also planned
 * only once per connection, without regard to its values: good for a single row found by its key, very slow where one
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
