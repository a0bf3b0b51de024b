import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Logger } from "pino";
import { usualSilenceMs, WatchedClient } from "./watched-client.ts";

/** The tables are imported where they are used, so the database knows no schema of its own. */
export type Db = NodePgDatabase<Record<string, never>>;
/** What a function that must run inside somebody's transaction asks for. */
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

/**
 * Lists are read from indexes that hold all that is asked. PostgreSQL reckons that a page of an index costs four times
 * a page of the table, and would read whole tables instead, with several processes at once (docs/decisions/013).
 */
const indexesFirst = "set random_page_cost = 1.1; set max_parallel_workers_per_gather = 0; set jit = off";

/** So that the server lets go of what a client held that has vanished without a word. */
const untilForgotten = `
  set idle_in_transaction_session_timeout = '20s';
  set client_connection_check_interval = '10s';
  set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3;
  set tcp_user_timeout = '30s'`;

export interface DbOptions {
  /** Connections at most. */
  size?: number;
  /** The longest that one statement may take; without it as long as it likes. */
  statementMs?: number;
  /** How long the server may say nothing until it is asked whether it is still there. */
  silenceMs?: number;
}

/** What every pool of connections has in common, pg-boss's own too. */
export function poolOptions(
  url: string,
  log: Logger,
  { statementMs, silenceMs = usualSilenceMs }: Omit<DbOptions, "size"> = {},
) {
  return {
    connectionString: url,
    // For a new connection, and for one of the pool to be free.
    connectionTimeoutMillis: 2 * silenceMs,
    Client: WatchedClient,
    silenceMs,
    async onConnect(client: pg.ClientBase) {
      const limit = statementMs ? `; set statement_timeout = ${statementMs}` : "";
      await client.query(`${indexesFirst}${limit}`);
      // Not every system that PostgreSQL runs on can look after its clients.
      await client
        .query(untilForgotten)
        .catch(({ message }) => log.warn({ detail: message }, "The database does not watch its connections"));
    },
  };
}

/** @returns the database and `close`, which waits for running queries */
export function openDb(
  url: string,
  log: Logger,
  { size = 10, ...options }: DbOptions = {},
): { db: Db; pool: pg.Pool; close(): Promise<void> } {
  const pool = new pg.Pool({ ...poolOptions(url, log, options), max: size, application_name: "sheaf" });
  // A connection that dies while idle (server restart) must not take the process with it; the next query gets a new
  // one.
  pool.on("error", (error) => log.warn({ err: error.message }, "An idle database connection was lost"));
  return { db: drizzle(pool, { casing: "snake_case" }), pool, close: () => pool.end() };
}

/** Opens a database for as long as `work` takes. */
export async function withDb<Result>(
  url: string,
  log: Logger,
  work: (db: Db) => Promise<Result>,
  { size = 1 }: Pick<DbOptions, "size"> = {},
): Promise<Result> {
  const { db, close } = openDb(url, log, { size });
  try {
    return await work(db);
  } finally {
    await close();
  }
}
