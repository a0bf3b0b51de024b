import { and, desc, eq, isNotNull, isNull, lt, notExists, or, sql } from "drizzle-orm";
import { anyOf } from "../../../platform/db/any-of.ts";
import type { Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import type { Queue } from "../../../platform/queue/queue.ts";
import { jobFiles, jobs } from "../../jobs/table.ts";
import { practices } from "../../practices/table.ts";
import { fileReadings, readingBacklogs } from "../table.ts";
import { addReading } from "./add-reading.ts";

/** Jobs that one sweep looks at, and files that it adds at most, apart from the rest of the last job. */
const jobsAtOnce = 500;
const filesAtOnce = 50;
/** With more to read than this, nothing is added. */
const idleBelow = 10;

/**
 * Has files read that were converted without it: before this version, or while their practice had it turned off. The
 * newest jobs come first; of several practices the one whose next job is the newest.
 * @returns the number of files added
 */
export async function addBacklog(tx: Tx, queue: Queue): Promise<number> {
  const waiting = tx.select({ one: sql`1` }).from(fileReadings).where(eq(fileReadings.state, "waiting"));
  if ((await waiting.limit(idleBelow)).length >= idleBelow) return 0;
  let added = 0;
  let looked = 0;
  while (added < filesAtOnce && looked < jobsAtOnce) {
    const practiceId = await nextPractice(tx);
    if (practiceId === null) break;
    const found = await addOfPractice(tx, queue, practiceId, {
      files: filesAtOnce - added,
      jobs: jobsAtOnce - looked,
    });
    added += found.files;
    looked += found.jobs;
  }
  return added;
}

/** Returns the practice that has the newest job that was not looked at; null when all jobs were. */
async function nextPractice(tx: Tx): Promise<string | null> {
  const [practice] = await tx
    .select({ id: practices.id })
    .from(practices)
    .leftJoin(readingBacklogs, eq(readingBacklogs.practiceId, practices.id))
    .where(and(practices.readPages, or(isNull(readingBacklogs.practiceId), isNotNull(readingBacklogs.before))))
    .orderBy(sql`${readingBacklogs.before} desc nulls first`)
    .limit(1);
  return practice?.id ?? null;
}

/** Adds the files of the practice's next jobs. */
async function addOfPractice(
  tx: Tx,
  queue: Queue,
  practiceId: string,
  limit: { files: number; jobs: number },
): Promise<{ files: number; jobs: number }> {
  const [backlog] = await tx.select().from(readingBacklogs).where(eq(readingBacklogs.practiceId, practiceId));
  const next = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.practiceId, practiceId), backlog?.before ? lt(jobs.id, backlog.before) : undefined))
    .orderBy(desc(jobs.id))
    .limit(limit.jobs);
  const unread = await unreadFiles(
    tx,
    practiceId,
    next.map(({ id }) => id),
  );
  let files = 0;
  let before: string | null = null;
  for (const { id: jobId } of next) {
    before = jobId;
    for (const { fileId, pages, pagesSha256 } of unread.get(jobId) ?? []) {
      const ref = { practiceId, jobId, fileId };
      if (await addReading(tx, queue, ref, { pages, pagesSha256 }, { isBackground: true })) files += 1;
    }
    if (files >= limit.files) break;
  }
  const isAtEnd = next.length < limit.jobs && before === (next.at(-1)?.id ?? null);
  const set = { before: isAtEnd ? null : before };
  await tx
    .insert(readingBacklogs)
    .values({ practiceId, ...set })
    .onConflictDoUpdate({ target: readingBacklogs.practiceId, set });
  return { files, jobs: Math.max(next.length, 1) };
}

interface UnreadFile {
  jobId: string;
  fileId: string;
  pages: number;
  pagesSha256: string;
}

/** Returns the files whose pages are kept and have no reading, by job. */
async function unreadFiles(tx: Tx, practiceId: string, jobIds: string[]): Promise<Map<string, UnreadFile[]>> {
  const { jobId, id: fileId, pages, pagesSha256 } = jobFiles;
  const reading = tx
    .select({ one: sql`1` })
    .from(fileReadings)
    .where(equals(fileReadings, { practiceId: jobFiles.practiceId, jobId, fileId, pagesSha256 }));
  const rows = await tx
    .select({ jobId, fileId, pages, pagesSha256 })
    .from(jobFiles)
    .where(
      and(
        equals(jobFiles, { practiceId, state: "converted", sample: false }),
        anyOf(jobId, jobIds),
        isNotNull(jobFiles.pagesKey),
        notExists(reading),
      ),
    )
    .orderBy(jobFiles.position);
  const files = rows.flatMap((row) =>
    row.pages === null || row.pagesSha256 === null ? [] : [{ ...row, pages: row.pages, pagesSha256: row.pagesSha256 }],
  );
  return Map.groupBy(files, (file) => file.jobId);
}

/** Has all files of a practice looked at again, because reading was turned on. */
export async function restartBacklog(tx: Tx, practiceId: string): Promise<void> {
  await tx.delete(readingBacklogs).where(eq(readingBacklogs.practiceId, practiceId));
}
