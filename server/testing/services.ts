import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { type OpenServices, openServices } from "../src/app/open-services.ts";
import { clearBlobKeys } from "../src/domain/arrivals/write.ts";
import { destinationsOf } from "../src/domain/delivery/sending/for-jobs.ts";
import type { Destinations } from "../src/domain/jobs/destinations.ts";
import type { Readings } from "../src/domain/jobs/readings.ts";
import { readingsOf } from "../src/domain/readings/for-jobs.ts";
import { type Config, readConfig } from "../src/platform/config/config.ts";
import { openEventHub } from "../src/platform/events/hub.ts";
import type { ApiServices } from "../src/platform/services.ts";
import { freshDatabase } from "./fresh-database.ts";

export interface TestServices extends OpenServices, ApiServices {
  queue: OpenServices["queue"];
  /** As passed to the tasks. */
  destinations: Destinations;
  readings: Readings;
  clearBlobKeys: typeof clearBlobKeys;
  databaseUrl: string;
  /** @param users ends what uses the data folder; called before the folder is removed */
  close(users?: () => Promise<void>): Promise<void>;
}

/**
 * Returns a configuration that ignores the environment, with cheap password hashes and no limits of requests or memory.
 */
export function testConfig(dataDir: string, more: Record<string, string> = {}): Config {
  return readConfig({
    SHEAF_DATA: dataDir,
    SCRYPT_LN: "4",
    REQUESTS_PER_MINUTE: "1000000",
    // Many test files share a process and its memory.
    BUSY_AT_MS: "0",
    BUSY_AT_MB: "0",
    UPLOADS_PER_MINUTE: "1000000",
    SIGN_UPS_PER_ADDRESS: "1000000",
    LOG_LEVEL: process.env.TEST_LOG ?? "silent",
    SHEAF_WORKERS: "2",
    ...more,
  });
}

/**
 * Opens the services of one process on a fresh database and a new data folder; `close` removes both.
 * @param options.worker true when tasks are to run in this process
 * @param options.env environment variables, as `config.ts` names them
 * @param options.clusterUrl the PostgreSQL server; by default the test run's
 */
export async function openTestServices(
  options: { worker?: boolean; env?: Record<string, string>; clusterUrl?: string } = {},
): Promise<TestServices> {
  const database = await freshDatabase(options.clusterUrl);
  const dataDir = await mkdtemp(join(tmpdir(), "sheaf-data-"));
  const config = testConfig(dataDir, options.env);
  const log = pino({ level: config.logLevel });
  const services = await openServices(config, log, database.url, { worker: options.worker ?? false });
  const events = await openEventHub(database.url, log);
  return {
    ...services,
    events,
    clearBlobKeys,
    destinations: destinationsOf(services),
    readings: readingsOf(services),
    databaseUrl: database.url,
    async close(users) {
      await events.close();
      await services.close();
      await users?.();
      await database.disconnect();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
