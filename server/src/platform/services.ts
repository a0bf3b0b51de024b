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

/** What every process opens at its start and passes down; a slice asks for the few it needs. */
export interface Services {
  /** Fields that the operator can set in the browser change while a process runs: read them when they are used. */
  config: Config;
  liveConfig: LiveConfig;
  log: Logger;
  db: Db;
  pool: pg.Pool;
  storage: BlobStore;
  queue: Queue;
  /** 32 bytes that encrypt at rest what must be readable again: see sealed-text.ts. */
  key: Buffer;
  mail: MailTransport;
  /** Undefined where originals are not scanned for viruses. */
  scanner: Scanner | undefined;
}

/** What the API has besides. */
export interface ApiServices extends Services {
  events: EventHub;
}

/** What a task's `run` and `givenUp` receive. */
export interface WorkerServices extends Services {
  engine: Engine;
}
