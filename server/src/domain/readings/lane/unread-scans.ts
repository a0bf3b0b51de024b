import { and, desc, eq } from "drizzle-orm";
import type { Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import type { Queue } from "../../../platform/queue/queue.ts";
import { aliveWorkers } from "../../../platform/queue/workers.ts";
import { jobFiles } from "../../jobs/table.ts";
import { practices } from "../../practices/table.ts";
import { fileReadings } from "../table.ts";
import { addReading } from "./add-reading.ts";
import { isOfFile } from "./reading-rows.ts";

const filesAtOnce = 50;

/**
 * Has files read again that a worker without the program for scans left unread, once every worker that converts has it:
 * any of them may get the file.
 * @returns the number of files added
 */
export async function addUnreadScans(tx: Tx, queue: Queue): Promise<number> {
  const able = (await aliveWorkers(tx)).filter(({ sandbox }) => sandbox !== "none");
  if (able.length === 0 || able.some(({ readingLanguages }) => readingLanguages.length === 0)) return 0;
  const { practiceId, jobId, fileId, pages, pagesSha256, endedAt } = fileReadings;
  const unread = await tx
    .select({ practiceId, jobId, fileId, pages, pagesSha256 })
    .from(fileReadings)
    .innerJoin(jobFiles, isOfFile)
    .innerJoin(practices, eq(practices.id, practiceId))
    .where(and(equals(fileReadings, { state: "not-read", why: "missing" }), practices.readPages))
    .orderBy(desc(endedAt))
    .limit(filesAtOnce);
  let added = 0;
  for (const { pages: count, pagesSha256: sha256, ...ref } of unread) {
    const made = { pages: count, pagesSha256: sha256 };
    if (await addReading(tx, queue, ref, made, { isBackground: true })) added += 1;
  }
  return added;
}
