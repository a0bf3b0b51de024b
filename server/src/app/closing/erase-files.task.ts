import { z } from "zod";
import { defineTask } from "../../platform/queue/task.ts";
import type { WorkerServices } from "../../platform/services.ts";

const batchSize = 500;

/** Erases all files of a deleted practice. */
export const erasePracticeFiles = defineTask<{ practiceId: string }, Pick<WorkerServices, "log" | "storage">>({
  name: "practices.erase-files",
  payload: z.object({ practiceId: z.uuid() }),
  attempts: 10,
  timeoutMs: 30 * 60_000,
  async run({ practiceId }, { storage }, { signal }) {
    let keys: string[] = [];
    for await (const blob of storage.list(`practices/${practiceId}/`)) {
      signal.throwIfAborted();
      keys.push(blob.key);
      if (keys.length < batchSize) continue;
      await storage.delete(keys);
      keys = [];
    }
    await storage.delete(keys);
  },
  async onFinalFailure({ practiceId }, reason, { log }) {
    log.error({ practiceId, reason }, "Files of a deleted practice could not be deleted; delete its folder by hand");
  },
});
