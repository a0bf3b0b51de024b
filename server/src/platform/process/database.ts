import type { Config } from "../config/config.ts";
import { type EmbeddedDatabase, startEmbedded } from "../db/embedded.ts";
import { requireFolder } from "./folder.ts";
import { makeDataFolder } from "./folder-modes.ts";
import { StartError } from "./start-error.ts";

/**
 * The database of DATABASE_URL, else the embedded one of the data folder, started when it does not run.
 * @param lastUrl where it was: it is started there again where it can be, so that nobody has to learn another address
 */
export async function openDatabase(
  config: Pick<Config, "databaseUrl" | "dataDir">,
  lastUrl?: string,
): Promise<{ url: string; role: EmbeddedDatabase["role"] | "external"; stop(): Promise<void> }> {
  if (config.databaseUrl) return { url: config.databaseUrl, role: "external", stop: async () => {} };
  requireFolder(config.dataDir, "SHEAF_DATA", makeDataFolder);
  return startEmbedded({ dataDir: config.dataDir, ...(lastUrl ? { port: Number(new URL(lastUrl).port) } : {}) });
}

/** @throws StartError without DATABASE_URL: one process of many cannot own the database */
export function requireDatabaseUrl(config: Pick<Config, "databaseUrl">): string {
  if (config.databaseUrl) return config.databaseUrl;
  throw new StartError(
    "DATABASE_URL is not set. It names the PostgreSQL that all machines share; on a single machine use ./sheaf start.",
  );
}

/**
 * Before a process of many starts: machines that share no folder have no key file in common either, and each would make
 * its own.
 * @throws StartError where files lie in S3 and SHEAF_KEY is not set
 */
export function requireSharedKey({ s3, keyHex }: Pick<Config, "s3" | "keyHex">): void {
  if (keyHex || !s3) return;
  throw new StartError(
    "SHEAF_KEY is not set. Machines that keep their files in S3 must all have the same: 64 hex digits, such as `openssl rand -hex 32` gives.",
  );
}
