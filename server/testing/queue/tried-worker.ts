import { pino } from "pino";
import { openDb } from "../../src/platform/db/connect.ts";
import { openQueue } from "../../src/platform/queue/pg-boss-queue.ts";
import { slowTask } from "./tried-tasks.ts";

/** A worker process that the queue's own tests kill: `node tried-worker.ts DATABASE_URL`. */
const url = process.argv[2] ?? "";
const log = pino({ level: "silent" });
const queue = await openQueue(url, log, { worker: true });
const task = slowTask("test.killed", { attempts: 3, timeoutMs: 60_000 });
await queue.work(task, openDb(url, log), { slots: 1, perGroup: 1 });
