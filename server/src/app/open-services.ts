import type { Logger } from "pino";
import { openOutbox } from "../domain/delivery/index.ts";
import type { Config } from "../platform/config/config.ts";
import { followStoredSettings } from "../platform/config/live-config.ts";
import { secretKey } from "../platform/crypto/secret-key.ts";
import { openDb } from "../platform/db/connect.ts";
import { openLiveMail } from "../platform/mail/live-mail.ts";
import { makeDataFolder } from "../platform/process/folder-modes.ts";
import { openQueue, type WorkerQueue } from "../platform/queue/pg-boss-queue.ts";
import { openScanner } from "../platform/scan/clamd.ts";
import type { Services } from "../platform/services.ts";
import { openStorage } from "../platform/storage/open-storage.ts";

/**
 * Time limit for a statement in API processes: after this, the client has given up. A worker's statements have no
 * limit.
 */
const requestStatementMs = 60_000;

export interface OpenServices extends Services {
  queue: WorkerQueue;
  /** Stops the running tasks first, then the services that they use. */
  close(): Promise<void>;
}

/**
 * Opens all external services that a process of Sheaf needs.
 * @param url of a migrated database
 * @param worker true in a process that also runs tasks
 * @throws Error when the database, the queue or the data folder cannot be used
 */
export async function openServices(
  config: Config,
  log: Logger,
  url: string,
  { worker }: { worker: boolean },
): Promise<OpenServices> {
  makeDataFolder(config.dataDir);
  const key = await secretKey(config);
  const storage = await openStorage(config);
  const { db, pool, close } = openDb(
    url,
    log,
    worker ? { prepared: "all" } : { prepared: "writes", statementMs: requestStatementMs },
  );
  const queue = await openQueue(url, log, { worker }).catch(async (error) => {
    await close();
    throw error;
  });
  const liveConfig = await followStoredSettings(config, { db, key, log });
  const mail = openLiveMail(config, openOutbox(db));
  return {
    config,
    liveConfig,
    log,
    db,
    pool,
    storage,
    queue,
    key,
    mail,
    scanner: openScanner(config),
    async close() {
      liveConfig.close();
      await queue.close();
      await mail.close();
      await storage.close();
      await close();
    },
  };
}
