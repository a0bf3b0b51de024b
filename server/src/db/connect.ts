import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Logger } from "pino";

/** The tables are imported where they are used, so the database knows no schema of its own. */
export type Db = NodePgDatabase<Record<string, never>>;
/** What a function that must run inside somebody's transaction asks for. */
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

/** @returns the database and `close`, which waits for running queries */
export function openDb(url: string, log: Logger, size = 10): { db: Db; pool: pg.Pool; close(): Promise<void> } {
  const pool = new pg.Pool({ connectionString: url, max: size, application_name: "sheaf" });
  // A connection that dies while idle (server restart) must not take the process with it; the next query gets a new one.
  pool.on("error", (error) => log.warn({ err: error.message }, "An idle database connection was lost"));
  return { db: drizzle(pool, { casing: "snake_case" }), pool, close: () => pool.end() };
}
