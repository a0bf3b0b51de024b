import type { Job } from "@sheaf/contracts/jobs.ts";
import { and, asc, eq } from "drizzle-orm";
import { anyOf } from "../../platform/db/any-of.ts";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { AppError } from "../../platform/errors.ts";
import type { Queue } from "../../platform/queue/queue.ts";
import type { Member } from "../access/member.ts";
import { type Actor, record } from "../audit/service.ts";
import { deliveriesOf } from "../delivery/service.ts";
import { assembleJob } from "./converting/assemble.task.ts";
import { convertFile } from "./converting/convert.task.ts";
import { type JobRows, toJob } from "./job-view.ts";
import { requireActiveFor } from "./sample/active.ts";
import { readShown } from "./shown-jobs.ts";
import { lockJob, restartJob } from "./status.ts";
import { jobFiles, jobs, outputs } from "./table.ts";

const notFound = () => new AppError("job-not-found", "This job does not exist. Reload the list.");

/** @throws AppError job-not-found, also for another practice's */
export async function getJob(db: Db, practiceId: string, jobId: string): Promise<Job> {
  const [job] = await readShown(db, practiceId, [jobId]);
  if (!job) throw notFound();
  return toJob(job);
}

/** @throws AppError job-not-found, also for another practice's */
export async function findJob(db: Db, practiceId: string, jobId: string): Promise<JobRows> {
  const [job] = await readJobs(db, practiceId, [jobId]);
  if (!job) throw notFound();
  return job;
}

/** Some of the practice's jobs with everything that belongs to them, in the order asked for; those that are gone are left out. */
export async function readJobs(db: Db, practiceId: string, ids: string[]): Promise<JobRows[]> {
  if (ids.length === 0) return [];
  const filesOf = and(eq(jobFiles.practiceId, practiceId), anyOf(jobFiles.jobId, ids));
  const outputsOf = and(eq(outputs.practiceId, practiceId), anyOf(outputs.jobId, ids));
  // The jobs before their parts: what a completed job has made is there when it is read.
  const rows = await db
    .select()
    .from(jobs)
    .where(and(eq(jobs.practiceId, practiceId), anyOf(jobs.id, ids)));
  const [files, made, emails] = await Promise.all([
    db.select().from(jobFiles).where(filesOf).orderBy(asc(jobFiles.position)),
    db.select().from(outputs).where(outputsOf).orderBy(asc(outputs.position)),
    deliveriesOf(db, practiceId, ids),
  ]);
  const byJob = { files: groupByJob(files), outputs: groupByJob(made), deliveries: groupByJob(emails) };
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const job = byId.get(id);
    if (!job) return [];
    return {
      job,
      files: byJob.files.get(id) ?? [],
      outputs: byJob.outputs.get(id) ?? [],
      deliveries: byJob.deliveries.get(id) ?? [],
    };
  });
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
  await requireActiveFor(db, { practiceId, jobId });
  await db.transaction((tx) => restartFailed(tx, queue, { practiceId, userId, address }, jobId));
}

/**
 * As `retryJob`, for whoever may do so whatever the practice has paid.
 * @throws AppError job-not-found, job-not-failed, files-deleted
 */
export async function restartFailed(
  tx: Tx,
  queue: Queue,
  actor: Actor | { practiceId: string; userId: null },
  jobId: string,
): Promise<void> {
  const { practiceId } = actor;
  const job = await lockJob(tx, { practiceId, jobId });
  if (!job) throw notFound();
  if (job.status !== "failed") throw new AppError("job-not-failed", "Only a failed job can be retried.");
  if (job.filesDeletedAt)
    throw new AppError("files-deleted", "The files of this job have been deleted. Upload them again.");
  const again = await restartJob(tx, job);
  await record(tx, {
    ...actor,
    action: "job.retried",
    subjectId: jobId,
    detail: { files: again.length, file: again.join() },
  });
  for (const fileId of again) await queue.add(tx, convertFile, { practiceId, jobId, fileId }, { group: practiceId });
  if (again.length === 0) await queue.add(tx, assembleJob, { practiceId, jobId }, { group: practiceId });
}

/** A deleted customer's jobs go on, and keep the name and the addresses they were made with. */
export async function forgetCustomer(tx: Tx, practiceId: string, customerId: string): Promise<void> {
  const theirs = and(eq(jobs.practiceId, practiceId), eq(jobs.customerId, customerId));
  await tx.update(jobs).set({ customerId: null }).where(theirs);
}
