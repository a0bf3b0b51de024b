import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { and, isNotNull } from "drizzle-orm";
import { z } from "zod";
import { equals } from "../../../platform/db/equals.ts";
import { announcing } from "../../../platform/events/events.ts";
import { defineTask } from "../../../platform/queue/task.ts";
import type { WorkerServices } from "../../../platform/services.ts";
import { withWorkFolder } from "../../../platform/storage/work-folder.ts";
import { thumbnailKey } from "../blob-keys.ts";
import type { JobRef, OutputRow } from "../status.ts";
import { outputs } from "../table.ts";

type Needs = Pick<WorkerServices, "config" | "db" | "engine" | "log" | "storage">;

/**
 * Makes thumbnails of the pages of a completed job. They are optional: the job has ended before this task begins, and
 * errors of this task do not change the job. A PDF that cannot be drawn has no thumbnails.
 */
export const makeThumbnails = defineTask<JobRef, Needs>({
  name: "jobs.thumbnails",
  payload: z.object({ practiceId: z.uuid(), jobId: z.uuid() }),
  attempts: 2,
  timeoutMs: 5 * 60_000,
  async run({ practiceId, jobId }, services, { signal }) {
    const { db, log } = services;
    const made = await db
      .select()
      .from(outputs)
      .where(and(equals(outputs, { practiceId, jobId, thumbnails: 0 }), isNotNull(outputs.blobKey)));
    for (const output of made) {
      try {
        await drawOutput(services, output, signal);
      } catch (error) {
        signal.throwIfAborted();
        log.warn({ err: error, jobId, outputId: output.id }, "The thumbnails of a PDF could not be made");
      }
    }
  },
  async onFinalFailure() {
    // Nothing to do: the PDF can be viewed without thumbnails.
  },
});

async function drawOutput(services: Needs, output: OutputRow, signal: AbortSignal): Promise<void> {
  const { config, engine, storage } = services;
  const { practiceId, jobId, id, blobKey } = output;
  if (blobKey === null) return;
  const keys = await withWorkFolder(config.dataDir, async (folder) => {
    const path = join(folder, "output.pdf");
    const picturesDir = join(folder, "pictures");
    await mkdir(picturesDir);
    await storage.fetch(blobKey, path, output);
    const count = await engine.thumbnails(path, picturesDir, { practiceId, signal });
    const stored: string[] = [];
    for (let page = 1; page <= count; page++) {
      const key = thumbnailKey(practiceId, jobId, id, page);
      await storage.putFile(key, join(picturesDir, `${page}.webp`));
      stored.push(key);
    }
    return stored;
  });
  if (keys.length > 0 && !(await saveCount(services, output, keys.length))) await storage.delete(keys);
}

/** @returns false when the PDF was deleted meanwhile */
async function saveCount({ db }: Needs, { practiceId, jobId, id }: OutputRow, count: number): Promise<boolean> {
  const updated = await db
    .update(outputs)
    .set({ thumbnails: count })
    .where(and(equals(outputs, { practiceId, jobId, id }), isNotNull(outputs.blobKey)))
    .returning({ announced: announcing(practiceId, { type: "job", id: jobId }) });
  return updated.length > 0;
}
