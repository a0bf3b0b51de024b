import { databaseNow } from "../db/clock.ts";
import { defineScheduledTask } from "../queue/task.ts";
import type { WorkerServices } from "../services.ts";

/** Removes unfinished files that crashes left in the blob store. Runs every hour. */
export const sweepBlobs = defineScheduledTask<Pick<WorkerServices, "db" | "storage" | "log">>({
  name: "storage.sweep",
  timeoutMs: 10 * 60_000,
  async run({ db, storage, log }) {
    const files = await storage.sweep(await databaseNow(db));
    if (files > 0) log.warn({ files }, "Deleted files of interrupted uploads");
    return { files };
  },
});
