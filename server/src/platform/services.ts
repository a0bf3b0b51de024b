import type { Engine } from "@sheaf/engine/engine-api.ts";
import type pg from "pg";
import type { Logger } from "pino";
import type { Config } from "./config/config.ts";
import type { LiveConfig } from "./config/live-config.ts";
import type { Db } from "./db/connect.ts";
import type { EventHub } from "./events/hub.ts";
import type { MailTransport } from "./mail/transport.ts";
import type { Queue } from "./queue/queue.ts";
import type { Scanner } from "./scan/clamd.ts";
import type { BlobStore } from "./storage/blob-store.ts";

/** Services that every process opens at its start and passes down; functions declare the ones that they need. */
export interface Services {
  /**
   * Fields that the operator can set in the browser change while a process runs, so they must be read each time they
   * are used.
   */
  config: Config;
  liveConfig: LiveConfig;
  log: Logger;
  db: Db;
  pool: pg.Pool;
  storage: BlobStore;
  queue: Queue;
  /** Key of 32 bytes that encrypts secrets at rest which must be decrypted later: see sealed-text.ts. */
  key: Buffer;
  mail: MailTransport;
  /** Undefined when originals are not scanned for viruses. */
  scanner: Scanner | undefined;
}

/** Services of the API. */
export interface ApiServices extends Services {
  events: EventHub;
}

/** Services that a task's `run` and `onFinalFailure` receive. */
export interface WorkerServices extends Services {
  engine: Engine;
}
