import { setTimeout as delay } from "node:timers/promises";
import { StartError } from "../process/start-error.ts";
import { applyMigrations } from "./apply-migrations.ts";
import { ownFolder } from "./baseline.ts";
import { WatchedClient } from "./watched-client.ts";

/** "Shea" in ASCII: any number will do, as long as every Sheaf takes the same. */
const lockNumber = 0x53686561;

/** Major version. */
const oldest = 15;
const connectWithinMs = 10_000;
const askForTurnMs = 200;

/**
 * Brings the tables up to date. Several processes may call it at once: they take turns, and all but the first find
 * nothing to do.
 * @throws StartError when the database cannot be reached or used, or is of before the baseline; Error when a migration
 *   fails; a failed
 * migration changes nothing
 */
export async function migrateTables(url: string, folder = ownFolder): Promise<void> {
  // The lock belongs to this connection, so it goes with the process if that dies.
  const client = new WatchedClient({
    connectionString: url,
    application_name: "sheaf-migrate",
    connectionTimeoutMillis: connectWithinMs,
  });
  await client.connect().catch((error) => {
    const reason = error.message || error.code;
    throw new StartError(`The database cannot be reached (${reason}). DATABASE_URL names it.`, { cause: error });
  });
  try {
    await requireUsable(client);
    await takeTurn(client);
    await applyMigrations(client, folder).catch((error) => {
      throw withoutRights(error) ?? error;
    });
  } finally {
    await client.end();
  }
}

/**
 * By asking again: an index that is built concurrently waits for whoever is inside a statement, also for one that waits
 * for the lock.
 */
async function takeTurn(client: WatchedClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>("select pg_try_advisory_lock($1) as mine", [lockNumber]);
    if (rows[0]?.mine) return;
    await delay(askForTurnMs);
  }
}

/** @throws StartError when Sheaf cannot work with such a database */
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
 * @returns why Sheaf cannot work there, and what to do
 */
export function unsupportedReason(server: { number: number; version: string; encoding: string }): string | null {
  if (server.number < oldest * 10_000) {
    return `DATABASE_URL names a PostgreSQL ${server.version}, and Sheaf needs ${oldest} or newer: bring it up to date, or name another.`;
  }
  if (server.encoding !== "UTF8") {
    return `The database of DATABASE_URL has the encoding ${server.encoding}, which cannot hold every name. Make it anew: create database sheaf encoding 'UTF8' template template0;`;
  }
  return null;
}

/** PostgreSQL's "insufficient_privilege", as a sentence. */
function withoutRights(error: unknown): StartError | null {
  const cause = error instanceof Error ? (error.cause ?? error) : null;
  if (!(cause instanceof Error) || !("code" in cause) || cause.code !== "42501") return null;
  return new StartError(
    `The role of DATABASE_URL may not set its database up (${cause.message}). Make it the owner: alter database NAME owner to ROLE;`,
    { cause: error },
  );
}
