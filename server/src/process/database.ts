import { mkdirSync } from "node:fs";
import type { Config } from "../config.ts";
import { startEmbedded } from "../db/embedded.ts";
import { StartError } from "./start-error.ts";

/** The database of DATABASE_URL, else the embedded one of the data folder, started when it does not run. */
export async function openDatabase(
  config: Pick<Config, "databaseUrl" | "dataDir">,
): Promise<{ url: string; stop(): Promise<void> }> {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => {} };
  mkdirSync(config.dataDir, { recursive: true });
  return startEmbedded({ dataDir: config.dataDir });
}

/** @throws StartError without DATABASE_URL: one process of many cannot own the database */
export function requireDatabaseUrl(config: Pick<Config, "databaseUrl">): string {
  if (config.databaseUrl) return config.databaseUrl;
  throw new StartError(
    "DATABASE_URL is not set. It names the PostgreSQL that all machines share; on a single machine use ./sheaf start.",
  );
}
