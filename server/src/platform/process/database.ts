import type { Config } from "../config/config.ts";
import { type EmbeddedDatabase, startEmbedded } from "../db/embedded.ts";
import { requireFolder } from "./folder.ts";
import { makeDataFolder } from "./folder-modes.ts";
import { StartError } from "./start-error.ts";

/**
 * Opens the database of DATABASE_URL, otherwise the embedded one of the data folder, which is started when it is not
 * running.
 * @param lastUrl its previous URL, whose port is used again if it is free, so that other processes keep their
 *   connections' address
 */
export async function openDatabase(
  config: Pick<Config, "databaseUrl" | "dataDir">,
  lastUrl?: string,
): Promise<{ url: string; role: EmbeddedDatabase["role"] | "external"; stop(): Promise<void> }> {
  if (config.databaseUrl) return { url: config.databaseUrl, role: "external", stop: async () => {} };
  requireFolder(config.dataDir, "SHEAF_DATA", makeDataFolder);
  return startEmbedded({ dataDir: config.dataDir, ...(lastUrl ? { port: Number(new URL(lastUrl).port) } : {}) });
}

/** @throws StartError without DATABASE_URL: a process that runs alone cannot own the embedded database */
export function requireDatabaseUrl(config: Pick<Config, "databaseUrl">): string {
  if (config.databaseUrl) return config.databaseUrl;
  throw new StartError(
    "DATABASE_URL is not set. Set it to the PostgreSQL database of all machines. On a single machine, use ./sheaf start.",
  );
}

/**
 * Checks the key before one of several machines starts: machines without a shared folder have no key file in common,
 * and each would create its own.
 * @throws StartError when files are stored in S3 and SHEAF_KEY is not set
 */
export function requireSharedKey({ s3, keyHex }: Pick<Config, "s3" | "keyHex">): void {
  if (keyHex || !s3) return;
  throw new StartError(
    "SHEAF_KEY is not set. All machines that store their files in S3 need the same key: 64 hex digits, as `openssl rand -hex 32` prints them.",
  );
}
