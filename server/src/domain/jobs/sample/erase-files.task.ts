import { z } from "zod";
import { defineTask } from "../../../platform/queue/task.ts";
import type { WorkerServices } from "../../../platform/services.ts";
import { jobFolder } from "../blob-keys.ts";
import type { JobRef } from "../status.ts";

/** Deletes every file of a job whose rows have been deleted. */
export const eraseJobFiles = defineTask<JobRef, Pick<WorkerServices, "log" | "storage">>({
  name: "jobs.erase-files",
  payload: z.object({ practiceId: z.uuid(), jobId: z.uuid() }),
  attempts: 10,
  timeoutMs: 5 * 60_000,
  async run({ practiceId, jobId }, { storage }) {
    const keys: string[] = [];
    for await (const { key } of storage.list(jobFolder(practiceId, jobId))) keys.push(key);
    await storage.delete(keys);
  },
  async onFinalFailure({ jobId }, reason, { log }) {
    log.error({ jobId, reason }, "Files of a removed job could not be deleted; the nightly comparison deletes them");
  },
});
