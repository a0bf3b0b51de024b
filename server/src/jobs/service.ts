import type { Job } from "@sheaf/contracts/jobs.ts";
import { and, asc, count, desc, eq, inArray, lt } from "drizzle-orm";
import { record } from "../audit/service.ts";
import { requireActive } from "../billing/service.ts";
import type { Db, Tx } from "../db/connect.ts";
import { deliveriesOf } from "../delivery/service.ts";
import { AppError } from "../errors.ts";
import type { Member } from "../http/member.ts";
import type { Queue } from "../queue/queue.ts";
import { assembleJob } from "./assemble.task.ts";
import { convertFile } from "./convert.task.ts";
import { type JobRows, toJob } from "./job-view.ts";
import { type JobRow, lockJob, restartJob } from "./status.ts";
import { jobFiles, jobs, outputs } from "./table.ts";

const notFound = () => new AppError("job-not-found", "This job does not exist. Reload the list.");

/**
 * Newest first.
 * @param page.cursor id of the last job already seen
 * @returns total: all jobs of the practice; next: the cursor of the page after this one
 */
export async function listJobs(
  db: Db,
  practiceId: string,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ jobs: Job[]; total: number; next: string | null }> {
  const own = eq(jobs.practiceId, practiceId);
  const rows = await db
    .select()
    .from(jobs)
    .where(page.cursor ? and(own, lt(jobs.id, page.cursor)) : own)
    .orderBy(desc(jobs.id))
    .limit(page.limit + 1);
  const shown = rows.slice(0, page.limit);
  const [all] = await db.select({ total: count() }).from(jobs).where(own);
  const next = rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null;
  return { jobs: (await withParts(db, practiceId, shown)).map(toJob), total: all?.total ?? 0, next };
}

/** @throws AppError job-not-found, also for another practice's */
export async function getJob(db: Db, practiceId: string, jobId: string): Promise<Job> {
  return toJob(await findJob(db, practiceId, jobId));
}

/** @throws AppError job-not-found, also for another practice's */
export async function findJob(db: Db, practiceId: string, jobId: string): Promise<JobRows> {
  const found = await db
    .select()
    .from(jobs)
    .where(and(eq(jobs.practiceId, practiceId), eq(jobs.id, jobId)));
  const [job] = await withParts(db, practiceId, found);
  if (!job) throw notFound();
  return job;
}

async function withParts(db: Db | Tx, practiceId: string, rows: JobRow[]): Promise<JobRows[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const filesOf = and(eq(jobFiles.practiceId, practiceId), inArray(jobFiles.jobId, ids));
  const outputsOf = and(eq(outputs.practiceId, practiceId), inArray(outputs.jobId, ids));
  const [files, made, emails] = await Promise.all([
    db.select().from(jobFiles).where(filesOf).orderBy(asc(jobFiles.position)),
    db.select().from(outputs).where(outputsOf).orderBy(asc(outputs.position)),
    deliveriesOf(db, practiceId, ids),
  ]);
  const byJob = { files: groupByJob(files), outputs: groupByJob(made), deliveries: groupByJob(emails) };
  return rows.map((job) => ({
    job,
    files: byJob.files.get(job.id) ?? [],
    outputs: byJob.outputs.get(job.id) ?? [],
    deliveries: byJob.deliveries.get(job.id) ?? [],
  }));
}

function groupByJob<Row extends { jobId: string }>(rows: Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, (row) => row.jobId);
}

/**
 * A failed job once more: only what is not done, at no cost of a document.
 * @throws AppError job-not-found, job-not-failed, files-deleted, subscription-needed, subscription-expired
 */
export async function retryJob(
  { db, queue }: { db: Db; queue: Queue },
  { practiceId, userId, address }: Member,
  jobId: string,
): Promise<void> {
  await requireActive(db, practiceId);
  await db.transaction(async (tx) => {
    const job = await lockJob(tx, { practiceId, jobId });
    if (!job) throw notFound();
    if (job.status !== "failed") throw new AppError("job-not-failed", "Only a failed job can be retried.");
    if (job.filesDeletedAt)
      throw new AppError("files-deleted", "The files of this job have been deleted. Upload them again.");
    const again = await restartJob(tx, job);
    const actor = { practiceId, userId, address };
    await record(tx, { ...actor, action: "job.retried", subjectId: jobId, detail: { files: again.length } });
    for (const fileId of again) await queue.add(tx, convertFile, { practiceId, jobId, fileId }, { group: practiceId });
    if (again.length === 0) await queue.add(tx, assembleJob, { practiceId, jobId }, { group: practiceId });
  });
}

/** A deleted customer's jobs go on, and keep the name and the addresses they were made with. */
export async function forgetCustomer(tx: Tx, practiceId: string, customerId: string): Promise<void> {
  const theirs = and(eq(jobs.practiceId, practiceId), eq(jobs.customerId, customerId));
  await tx.update(jobs).set({ customerId: null }).where(theirs);
}
