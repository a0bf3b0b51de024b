import { z } from "zod";
import { databaseNow } from "../db/clock.ts";
import { defineTask } from "../queue/task.ts";
import type { WorkerServices } from "../services.ts";

/** What crashes left of unfinished files in the blob store. Every hour. */
export const sweepBlobs = defineTask<Record<string, never>, Pick<WorkerServices, "db" | "storage" | "log">>({
  name: "storage.sweep",
  payload: z.object({}),
  attempts: 1,
  timeoutMs: 10 * 60_000,
  async run(_, { db, storage, log }) {
    const files = await storage.sweep(await databaseNow(db));
    if (files > 0) log.warn({ files }, "Removed what broken uploads had left");
    return { files };
  },
  async givenUp() {
    // The next hour brings the next one.
  },
});
