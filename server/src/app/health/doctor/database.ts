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

/** A connection has to be there within twice as long. */
const silenceMs = 2_000;

/** The installation's database for as long as it is examined; without `db` where there is none to ask, and why. */
export interface DoctorDatabase {
  db: Db | undefined;
  /** What is told of the database where it cannot be asked. */
  instead: Outcome;
  /** Whether no database was made yet, so that nothing can be stored in it. */
  isNew: boolean;
  /** Secrets of the connection that stand in no variable. */
  secrets: string[];
  close(): Promise<void>;
}

/** Connects to the database that the configuration names, or to the embedded one where it runs. Starts none. */
export async function connectForDoctor(config: Config, log: Logger): Promise<DoctorDatabase> {
  const cluster = config.databaseUrl ? undefined : findCluster(config.dataDir);
  const secrets = cluster?.state === "running" ? [cluster.password] : [];
  const nothing = { db: undefined, isNew: cluster?.state === "none", secrets, close: async () => {} };
  if (cluster && cluster.state !== "running") return { ...nothing, instead: notAsked[cluster.state] };
  const url = cluster?.url ?? config.databaseUrl ?? "";
  const { db, close } = openDb(url, log, { size: 3, silenceMs });
  try {
    await db.execute(sql`select 1`);
    return { db, isNew: false, secrets, close, instead: notAsked.none };
  } catch (error) {
    await close();
    return { ...nothing, instead: unreachable(error) };
  }
}

const notAsked: Record<Exclude<FoundCluster["state"], "running">, Outcome> = {
  none: unknown("There is no database yet. The first start makes it."),
  stopped: unknown("The embedded database is not running. ./sheaf start starts it."),
  unreadable: unknown("The embedded database belongs to another user of this machine, so it was not asked.", {
    words: "Run ./sheaf doctor as that user, or as root.",
  }),
};

function unreachable(error: unknown): Outcome {
  return failed(`The database cannot be reached (${reasonOf(error)}). Sheaf needs it for everything.`, {
    words: "Start it, or correct DATABASE_URL.",
  });
}

/** Where a name has several addresses, connecting fails in several ways, and the whole says nothing. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause) return reasonOf(error.cause);
  if (error.message === "" && error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error.message;
}

/**
 * The installation's key; undefined where there is none. It is never made here, and one that cannot be read is none.
 */
export async function keyIfAny(config: Config): Promise<Buffer | undefined> {
  if (!config.keyHex && !existsSync(join(config.dataDir, "secret.key"))) return undefined;
  return secretKey(config).catch(() => undefined);
}

/**
 * The configuration as the running processes have it: with what the operator set in the browser below the environment.
 * @returns undefined where that cannot be read
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
