import { existsSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import { type Config, readConfig } from "../../../platform/config/config.ts";
import { readStoredSettings } from "../../../platform/config/stored-settings.ts";
import { secretKey } from "../../../platform/crypto/secret-key.ts";
import { type Db, openDb } from "../../../platform/db/connect.ts";
import { type FoundCluster, findCluster } from "../../../platform/db/embedded/find-running.ts";
import { failed, type Outcome, unknown } from "../outcome.ts";

/** Time limit for a response; connecting may take twice as long. */
const responseTimeoutMs = 2_000;

/**
 * The connection to the installation's database during the examination. `db` is undefined when the database cannot be
 * queried; `instead` then says why.
 */
export interface DoctorDatabase {
  db: Db | undefined;
  /** The result to show for the database when it cannot be queried. */
  instead: Outcome;
  /** Whether the embedded database has not been created yet, so that no settings are stored. */
  isNew: boolean;
  /** Secrets of the connection that are not in an environment variable. */
  secrets: string[];
  close(): Promise<void>;
}

/** Connects to the configured database, or to the embedded one if it is running. Does not start a database. */
export async function connectForDoctor(config: Config, log: Logger): Promise<DoctorDatabase> {
  const cluster = config.databaseUrl ? undefined : findCluster(config.dataDir);
  const secrets = cluster?.state === "running" ? [cluster.password] : [];
  const unavailable = { db: undefined, isNew: cluster?.state === "none", secrets, close: async () => {} };
  if (cluster && cluster.state !== "running") return { ...unavailable, instead: notQueried[cluster.state] };
  const url = cluster?.url ?? config.databaseUrl ?? "";
  const { db, close } = openDb(url, log, { size: 3, silenceMs: responseTimeoutMs });
  try {
    await db.execute(sql`select 1`);
    return { db, isNew: false, secrets, close, instead: notQueried.none };
  } catch (error) {
    await close();
    return { ...unavailable, instead: unreachable(error) };
  }
}

const notQueried: Record<Exclude<FoundCluster["state"], "running">, Outcome> = {
  none: unknown("There is no database yet. The first start creates it."),
  stopped: unknown("The embedded database is not running. ./sheaf start starts it."),
  unreadable: unknown("The embedded database belongs to another user of this machine, so it was not checked.", {
    words: "Run ./sheaf doctor as that user, or as root.",
  }),
};

function unreachable(error: unknown): Outcome {
  return failed(`The database cannot be reached (${reasonOf(error)}). Sheaf needs it for everything.`, {
    words: "Start it, or correct DATABASE_URL.",
  });
}

/**
 * Returns why the connection failed. When a host name has several addresses, the reasons are in an AggregateError,
 * whose own message is empty.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause) return reasonOf(error.cause);
  if (error.message === "" && error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error.message;
}

/** Returns the installation's key; undefined when there is none or it cannot be read. Never creates one. */
export async function keyIfAny(config: Config): Promise<Buffer | undefined> {
  if (!config.keyHex && !existsSync(join(config.dataDir, "secret.key"))) return undefined;
  return secretKey(config).catch(() => undefined);
}

/**
 * Returns the configuration that the running processes use: settings stored in the browser, with the environment taking
 * precedence.
 * @returns undefined when the stored settings cannot be read
 */
export async function withStoredSettings(
  config: Config,
  db: Db | undefined,
  key: Buffer | undefined,
): Promise<Config | undefined> {
  if (!db || !key) return undefined;
  return readStoredSettings(db, key).then(
    (stored) => readConfig(config.given, stored),
    () => undefined,
  );
}
