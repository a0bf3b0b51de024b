import { count } from "@sheaf/contracts/words.ts";
import { sql } from "drizzle-orm";
import { tablesBeforeBaseline } from "../../../platform/db/baseline.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { unsupportedReason } from "../../../platform/db/migrate.ts";
import { type MigrationState, migrationState } from "../../../platform/db/migration-state.ts";
import { failed, type Outcome, ok, warning } from "../outcome.ts";

/** The newest major version that Sheaf is tested with. */
const newestTested = 18;
/** Number of connections that one more worker needs. */
const connectionsPerWorker = 17;

export interface DatabaseFacts {
  /** server_version_num, server_version and server_encoding. */
  server: { number: number; version: string; encoding: string };
  hasTrigrams: boolean;
  migrations: MigrationState;
  connections: { used: number; most: number };
}

/** Examines PostgreSQL: version, encoding, extension, tables and free connections. */
export async function examineDatabase(db: Db): Promise<Outcome> {
  return judgeDatabase(await readDatabaseFacts(db));
}

async function readDatabaseFacts(db: Db): Promise<DatabaseFacts> {
  const { rows } = await db.execute<DatabaseFacts["server"] & { hasTrigrams: boolean; used: number; most: number }>(sql`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
      current_setting('server_encoding') as encoding,
      exists (select from pg_extension where extname = 'pg_trgm') as "hasTrigrams",
      (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as used,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most`);
  const [row] = rows;
  if (!row) throw new Error("the database returned no row");
  const { number, version, encoding, hasTrigrams, used, most } = row;
  const migrations = await migrationState(db);
  return { server: { number, version, encoding }, hasTrigrams, migrations, connections: { used, most } };
}

export function judgeDatabase({ server, hasTrigrams, migrations, connections }: DatabaseFacts): Outcome {
  // "15.9 (Debian 15.9-0+deb12u1)"
  const name = `PostgreSQL ${server.version.split(" ")[0]}`;
  const refusal = unsupportedReason(server);
  if (refusal) return failed(refusal);
  if (migrations.isBeforeBaseline) return failed(tablesBeforeBaseline);
  if (migrations.pending > 0) {
    return failed(
      `This version of Sheaf needs ${count(migrations.pending, "migration")} that the database has not run.`,
      {
        words: "Make a backup, then migrate the database.",
        command: "./sheaf migrate",
      },
    );
  }
  if (!hasTrigrams) {
    return failed("The database lacks the extension pg_trgm, so searching is slow or fails.", {
      words: "Create it as the owner of the database.",
      command: 'psql "$DATABASE_URL" -c "create extension pg_trgm"',
    });
  }
  if (migrations.isNewer) {
    return warning("The tables belong to a newer version of Sheaf than this one.", {
      words: "Update Sheaf on this machine.",
      command: "git pull && ./sheaf set-up",
    });
  }
  const left = connections.most - connections.used;
  if (left < connectionsPerWorker) {
    return warning(
      `${name} has ${count(left, "connection")} of ${connections.most} left. One more worker needs ${connectionsPerWorker}.`,
      { words: "Raise max_connections in postgresql.conf and restart PostgreSQL." },
    );
  }
  if (server.number >= (newestTested + 1) * 10_000) {
    return warning(`${name} is newer than ${newestTested}, the newest version that Sheaf is tested with.`);
  }
  return ok(`${name} can be reached. Its tables are up to date, and ${left} connections are free.`);
}
