import { eq, sql } from "drizzle-orm";
import type { Tx } from "../../platform/db/connect.ts";
import { equals } from "../../platform/db/equals.ts";
import type { FileRef, JobRef } from "../jobs/index.ts";
import { jobs } from "../jobs/table.ts";
import { forgetPages, forgetPractice as forgetPagesOfPractice } from "./pages/forget-pages.ts";
import { fileReadings, readingBacklogs } from "./table.ts";

/** Deletes everything that was read in the files of a practice but the blobs, which are in the folders of its jobs. */
export async function forgetPractice(tx: Tx, practiceId: string): Promise<void> {
  // Who changes the word list for a file holds its job: the jobs first, so that neither waits for the other.
  await tx.execute(sql`
    select count(*) from (select 1 from ${jobs} where ${eq(jobs.practiceId, practiceId)} order by ${jobs.id} for update)`);
  await forgetPagesOfPractice(tx, practiceId);
  await tx.delete(fileReadings).where(eq(fileReadings.practiceId, practiceId));
  await tx.delete(readingBacklogs).where(eq(readingBacklogs.practiceId, practiceId));
}

/** Deletes everything that was read in the files of a job but the blobs, which are in the folder of the job. */
export async function forgetReadings(tx: Tx, { practiceId, jobId }: JobRef): Promise<void> {
  await tx.delete(fileReadings).where(equals(fileReadings, { practiceId, jobId }));
  await forgetPages(tx, { practiceId, jobId });
}

/**
 * Deletes what was read in a file whose content is replaced, but its row: the next reading counts its attempts on, so
 * that it has files of its own. What the row names no more is deleted by the daily comparison of files and rows.
 */
export async function forgetFile(tx: Tx, { practiceId, jobId, fileId }: FileRef): Promise<void> {
  const none = { pagesSha256: "", hardPages: [], turns: [], blobKey: null, blobBytes: null, blobSha256: null };
  await tx.update(fileReadings).set(none).where(equals(fileReadings, { practiceId, jobId, fileId }));
  await forgetPages(tx, { practiceId, jobId, fileId });
}
