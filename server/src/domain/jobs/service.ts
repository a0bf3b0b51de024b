import type { Job } from "@sheaf/contracts/jobs.ts";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { AppError } from "../../platform/errors.ts";
import type { Queue } from "../../platform/queue/queue.ts";
import type { Member } from "../access/member.ts";
import { type Actor, record } from "../audit/service.ts";
import { assembleJob } from "./converting/assemble.task.ts";
import { convertFile } from "./converting/convert.task.ts";
import { requireActiveFor } from "./sample/active.ts";
import { lockJob, restartJob } from "./status.ts";

/** Returns the API form of a job. `job-views` implements it; it is passed to routes that respond with a job. */
export type GetJob = (db: Db, practiceId: string, jobId: string) => Promise<Job>;

/**
 * Retries a failed job: only the parts that are not done, and without using a document.
 * @throws AppError job-not-found, job-not-failed, files-deleted, subscription-needed, subscription-expired
 */
export async function retryJob({ db, queue }: { db: Db; queue: Queue }, member: Member, jobId: string): Promise<void> {
  await requireActiveFor(db, { practiceId: member.practiceId, jobId });
  await db.transaction((tx) => restartFailed(tx, queue, member, jobId));
}

/**
 * Like `retryJob`, for callers that do not require a subscription of the practice.
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
  if (!job) throw new AppError("job-not-found", "This job does not exist. Reload the list.");
  if (job.status !== "failed") throw new AppError("job-not-failed", "Only a failed job can be retried.");
  if (job.filesDeletedAt)
    throw new AppError("files-deleted", "The files of this job have been deleted. Upload them again.");
  const again = await restartJob(tx, job);
  const detail = { files: again.length, file: again.join() };
  await record(tx, { ...actor, action: "job.retried", subjectId: jobId, detail });
  const added = again.map((fileId) => ({ practiceId, jobId, fileId }));
  await queue.addAll(tx, convertFile, added, { group: practiceId });
  if (again.length === 0) await queue.add(tx, assembleJob, { practiceId, jobId }, { group: practiceId });
}
