import { setTimeout as delay } from "node:timers/promises";
import { StartError } from "../process/start-error.ts";
import { applyMigrations } from "./apply-migrations.ts";
import { ownFolder } from "./baseline.ts";
import { WatchedClient } from "./watched-client.ts";

/** "Shea" in ASCII. The value is arbitrary, but must be the same in all versions. */
const lockNumber = 0x53686561;

/** Oldest supported major version. */
const oldestMajor = 15;
const connectWithinMs = 10_000;
const lockRetryMs = 200;

/**
 * Migrates the tables to this version. Several processes can call it at the same time: they run one after the other,
 * and all but the first find nothing to do.
 * @throws StartError when the database cannot be reached or used, or is older than the baseline; Error when a migration
 *   fails, which then changes nothing
 */
export async function migrateTables(url: string, folder = ownFolder): Promise<void> {
  // The lock belongs to this connection, so it is released if the process exits.
  const client = new WatchedClient({
    connectionString: url,
    application_name: "sheaf-migrate",
    connectionTimeoutMillis: connectWithinMs,
  });
  await client.connect().catch((error) => {
    const reason = error.message || error.code;
    throw new StartError(`The database in DATABASE_URL cannot be reached (${reason}).`, { cause: error });
  });
  try {
    await requireUsable(client);
    await waitForLock(client);
    await applyMigrations(client, folder).catch((error) => {
      throw asPrivilegeError(error) ?? error;
    });
  } finally {
    await client.end();
  }
}

/**
 * Waits for the migration lock by polling: building an index concurrently waits for all running statements, including a
 * statement that waits for the lock.
 */
async function waitForLock(client: WatchedClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>("select pg_try_advisory_lock($1) as mine", [lockNumber]);
    if (rows[0]?.mine) return;
    await delay(lockRetryMs);
  }
}

/** @throws StartError when Sheaf does not support the database */
async function requireUsable(client: WatchedClient): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string; encoding: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
      current_setting('server_encoding') as encoding`,
  );
  const refusal = rows[0] && unsupportedReason(rows[0]);
  if (refusal) throw new StartError(refusal);
}

/**
 * @param server its settings server_version_num, server_version and server_encoding
 * @returns why Sheaf does not support the server, and what to do; null when it does
 */
export function unsupportedReason(server: { number: number; version: string; encoding: string }): string | null {
  if (server.number < oldestMajor * 10_000) {
    return `The database in DATABASE_URL is PostgreSQL ${server.version}, but Sheaf needs ${oldestMajor} or newer. Upgrade PostgreSQL, or use another server.`;
  }
  if (server.encoding !== "UTF8") {
    return `The database of DATABASE_URL has the encoding ${server.encoding}, which cannot store all names. Create it again: create database sheaf encoding 'UTF8' template template0;`;
  }
  return null;
}

/** Converts PostgreSQL's "insufficient_privilege" into a StartError; null for any other error. */
function asPrivilegeError(error: unknown): StartError | null {
  const cause = error instanceof Error ? (error.cause ?? error) : null;
  if (!(cause instanceof Error) || !("code" in cause) || cause.code !== "42501") return null;
  return new StartError(
    `The role in DATABASE_URL has no permission to set up the database (${cause.message}). Make the role its owner: alter database NAME owner to ROLE;`,
    { cause: error },
  );
}
