import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "../src/platform/db/embedded.ts";

declare module "vitest" {
  interface ProvidedContext {
    /**
     * URL of the run's temporary PostgreSQL server, with its superuser; each test file makes its own databases there.
     */
    clusterUrl: string;
  }
}

/** Starts one PostgreSQL server for a whole run of the integration tests; DATABASE_URL is ignored. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, close } = await startThrowAwayCluster();
  project.provide("clusterUrl", url);
  return close;
}

/** Starts a PostgreSQL server whose data is deleted when it is closed. */
export async function startThrowAwayCluster(): Promise<{ url: string; close(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), "sheaf-test-"));
  chmodSync(dataDir, 0o755); // so that PostgreSQL's user has access when root runs the tests
  const database = await startEmbedded({ dataDir, durable: false });
  return {
    url: database.url,
    async close() {
      await database.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
