import { resolve } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { StartError } from "../process/start-error.ts";
import { WatchedClient } from "./watched-client.ts";

const folder = resolve(import.meta.dirname, "../../drizzle");
/** "Shea" in ASCII: any number will do, as long as every Sheaf takes the same. */
const lockNumber = 0x53686561;

const connectWithinMs = 10_000;

/**
 * Brings the tables up to date. Several processes may call it at once: they take turns, and all but the first find nothing to do.
 * @throws StartError when the database cannot be reached, Error when a migration fails; a failed migration changes nothing
 */
export async function migrateTables(url: string): Promise<void> {
  // Drizzle takes no lock of its own. The lock belongs to this connection, so it goes with the process if that dies.
  const client = new WatchedClient({
    ...{ connectionString: url, application_name: "sheaf-migrate", connectionTimeoutMillis: connectWithinMs },
  });
  await client.connect().catch((error) => {
    const reason = error.message || error.code;
    throw new StartError(`The database cannot be reached (${reason}). DATABASE_URL names it.`, { cause: error });
  });
  try {
    await client.query("select pg_advisory_lock($1)", [lockNumber]);
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    await client.end();
  }
}
