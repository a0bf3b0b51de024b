import { z } from "zod";
import { defineTask } from "../queue/task.ts";
import type { WorkerServices } from "../services.ts";
import { blobFolder, sweepLocalBlobs } from "./local-blobs.ts";

/** Unfinished files that a crash left in the blob store. Every hour. */
export const sweepBlobs = defineTask<Record<string, never>, Pick<WorkerServices, "config" | "log">>({
  name: "storage.sweep",
  payload: z.object({}),
  attempts: 1,
  timeoutMs: 10 * 60_000,
  async run(_, { config, log }) {
    const files = await sweepLocalBlobs(blobFolder(config.dataDir), new Date());
    if (files > 0) log.warn({ files }, "Removed what broken uploads had left");
  },
  async givenUp() {
    // The next hour brings the next one.
  },
});
