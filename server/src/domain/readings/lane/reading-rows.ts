import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import type { StoredBlob } from "../../../platform/storage/blob-store.ts";
import { type FileRef, type JobRow, lockJob, type PageTurn, touchJob } from "../../jobs/index.ts";
import { jobFiles } from "../../jobs/table.ts";
import { practices } from "../../practices/table.ts";
import type { PreparedPages } from "../pages/prepare-pages.ts";
import { storePages } from "../pages/store-pages.ts";
import { readsPages } from "../practice-choices.ts";
import { fileReadings, type HardPage, type ProposedTurn } from "../table.ts";

type ReadingRow = typeof fileReadings.$inferSelect;

/** A run that reads a file, with the pages that it reads. */
export interface StartedReading {
  attempt: number;
  pages: number;
  pagesKey: string;
  stored: StoredBlob;
  /** Tesseract's name of the practice's second language. */
  language: string | null;
}

/** How reading a file ended. */
export interface ReadingEnd {
  state: "read" | "not-read";
  why: ReadingRow["why"];
  /** Number of pages that were read, and what is told about them. */
  read: { pages: number; hardPages: HardPage[]; turns: ProposedTurn[] };
  /** What the pages are found by; null without any. */
  prepared: PreparedPages | null;
  /** Where the pages are stored; null without any. */
  blob: (StoredBlob & { key: string }) | null;
}

const ofFile = ({ practiceId, jobId, fileId }: FileRef) => equals(fileReadings, { practiceId, jobId, fileId });
export const isUnfinished = inArray(fileReadings.state, ["waiting", "reading"]);

/** The pages of the reading are still those of its file. */
export const isOfFile = and(
  equals(jobFiles, {
    practiceId: fileReadings.practiceId,
    jobId: fileReadings.jobId,
    id: fileReadings.fileId,
    pagesSha256: fileReadings.pagesSha256,
  }),
  sql`${jobFiles.pagesKey} is not null`,
);

/**
 * Starts an attempt to read a file.
 * @returns null when there is nothing to read: an earlier run has ended, the pages are gone or others, or the practice
 *   has its pages not read any more
 */
export async function startReading(db: Db, ref: FileRef): Promise<StartedReading | null> {
  const [row] = await db
    .update(fileReadings)
    .set({ state: "reading", attempt: sql`${fileReadings.attempt} + 1`, startedAt: sql`now()` })
    .from(jobFiles)
    .innerJoin(practices, eq(practices.id, jobFiles.practiceId))
    .where(and(ofFile(ref), isUnfinished, isOfFile, practices.readPages))
    .returning({
      attempt: fileReadings.attempt,
      pages: fileReadings.pages,
      pagesKey: jobFiles.pagesKey,
      sizeBytes: jobFiles.pagesBytes,
      sha256: jobFiles.pagesSha256,
      language: practices.readingLanguage,
    });
  if (!row || row.pagesKey === null || row.sizeBytes === null || row.sha256 === null) return null;
  const { attempt, pages, pagesKey, sizeBytes, sha256, language } = row;
  return { attempt, pages, pagesKey, stored: { sizeBytes, sha256 }, language };
}

/**
 * Records how reading a file ended, with its pages.
 * @param attempt of the run that ends it; undefined when no run can have it any more
 * @returns false when the file is not this run's to end: then nothing has changed
 */
export async function endReading(
  tx: Tx,
  ref: FileRef,
  attempt: number | undefined,
  { state, why, read, prepared, blob }: ReadingEnd,
): Promise<boolean> {
  // Locked until the commit, so that whoever turns reading off erases what is written here. The practice before the
  // job, as where an account is closed: otherwise each could wait for the other.
  if (!(await readsPages(tx, ref.practiceId))) return false;
  const job = await lockJob(tx, ref);
  if (!job || job.filesDeletedAt !== null) return false;
  const mine = attempt === undefined ? isUnfinished : equals(fileReadings, { state: "reading", attempt });
  const ended = await tx
    .update(fileReadings)
    .set({
      state,
      why,
      pagesRead: read.pages,
      hardPages: read.hardPages,
      turns: read.turns,
      blobKey: blob?.key ?? null,
      blobBytes: blob?.sizeBytes ?? null,
      blobSha256: blob?.sha256 ?? null,
      endedAt: sql`now()`,
    })
    .from(jobFiles)
    .where(and(ofFile(ref), mine, isOfFile))
    .returning({ fileId: fileReadings.fileId });
  if (ended.length === 0) return false;
  await storePages(tx, ref, prepared);
  await touchJob(tx, ref);
  return true;
}

/** Files of a job whose pages are still to be read. */
export const unfinishedOf = (practiceId: string, jobId: string) =>
  and(equals(fileReadings, { practiceId, jobId }), isUnfinished, isOfFile, eq(jobFiles.state, "converted"));

/** Returns whether a job still has pages to read. */
export async function hasUnfinished(tx: Tx, { practiceId, jobId }: FileRef): Promise<boolean> {
  const rows = await tx
    .select({ fileId: fileReadings.fileId })
    .from(fileReadings)
    .innerJoin(jobFiles, isOfFile)
    .where(unfinishedOf(practiceId, jobId))
    .limit(1);
  return rows.length > 0;
}

/** Returns the readings of a job whose pages are those of its files. */
export async function currentReadings(
  tx: Tx,
  { practiceId, id: jobId }: Pick<JobRow, "practiceId" | "id">,
): Promise<{ reading: ReadingRow; fileTurns: PageTurn[] }[]> {
  return tx
    .select({ reading: fileReadings, fileTurns: jobFiles.turns })
    .from(fileReadings)
    .innerJoin(jobFiles, isOfFile)
    .where(and(equals(fileReadings, { practiceId, jobId }), eq(jobFiles.state, "converted")));
}
