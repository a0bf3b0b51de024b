import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Logger } from "pino";
import { casing } from "./columns.ts";
import type { Prepared } from "./statement-names.ts";
import { defaultSilenceMs, WatchedClient } from "./watched-client.ts";

/** No schema is passed to Drizzle: tables are imported where they are used. */
export type Db = NodePgDatabase<Record<string, never>>;
/** Parameter type of functions that must run inside the caller's transaction. */
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

/**
 * Lists are read from covering indexes. PostgreSQL by default estimates a page of an index at four times the cost of a
 * page of the table, and would scan whole tables instead, with several processes at once (docs/decisions/013).
 */
const preferIndexes = "set random_page_cost = 1.1; set max_parallel_workers_per_gather = 0; set jit = off";

/** Makes the server release the locks of a client that has disappeared without closing its connection. */
const releaseLostClients = `
  set idle_in_transaction_session_timeout = '20s';
  set client_connection_check_interval = '10s';
  set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3;
  set tcp_user_timeout = '30s'`;

export interface DbOptions {
  /** Maximum number of connections. */
  size?: number;
  /** Maximum duration of one statement; unlimited when left out. */
  statementMs?: number;
  /** Time without data from the server after which its liveness is checked. */
  silenceMs?: number;
  /** Statements that are prepared under a name; none when left out. */
  prepared?: Prepared;
}

/** Options of every connection pool, including that of pg-boss. */
export function poolOptions(
  url: string,
  log: Logger,
  { statementMs, silenceMs = defaultSilenceMs, prepared }: Omit<DbOptions, "size"> = {},
) {
  return {
    connectionString: url,
    // Applies to opening a new connection and to waiting for a free one of the pool.
    connectionTimeoutMillis: 2 * silenceMs,
    // Opening a connection costs PostgreSQL a process, a password check and its caches: more than several queries.
    idleTimeoutMillis: 5 * 60_000,
    Client: WatchedClient,
    silenceMs,
    ...(prepared && { prepared }),
    async onConnect(client: pg.ClientBase) {
      const limit = statementMs ? `; set statement_timeout = ${statementMs}` : "";
      await client.query(`${preferIndexes}${limit}`);
      // client_connection_check_interval is not supported on every operating system.
      await client
        .query(releaseLostClients)
        .catch(({ message }) => log.warn({ detail: message }, "The database cannot detect lost connections"));
    },
  };
}

/**
 * Opens a pool of connections.
 * @returns the database and `close`, which waits for running queries
 */
export function openDb(
  url: string,
  log: Logger,
  { size = 10, ...options }: DbOptions = {},
): { db: Db; pool: pg.Pool; close(): Promise<void> } {
  const pool = new pg.Pool({ ...poolOptions(url, log, options), max: size, application_name: "sheaf" });
  // An error of an idle connection (server restart) must not end the process; the next query gets a new connection.
  pool.on("error", (error) => log.warn({ err: error.message }, "An idle database connection was lost"));
  return { db: drizzle(pool, { casing }), pool, close: () => pool.end() };
}

/** Opens a database for the duration of `work`. */
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
