import type { Job } from "@sheaf/contracts/jobs.ts";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { AppError } from "../../platform/errors.ts";
import type { Queue } from "../../platform/queue/queue.ts";
import type { Services } from "../../platform/services.ts";
import type { Member } from "../access/member.ts";
import { type Actor, record } from "../audit/service.ts";
import { restartJob } from "./changes-by-users.ts";
import { assembleJob } from "./converting/assemble.task.ts";
import { convertFile } from "./converting/convert.task.ts";
import { chooseAll } from "./repairing/choose-items.ts";
import { deleteSpare } from "./repairing/items.ts";
import { requireActiveFor } from "./sample/active.ts";
import { lockJob } from "./status.ts";

/** Returns the API form of a job. `job-views` implements it; it is passed to routes that respond with a job. */
export type GetJob = (db: Db, practiceId: string, jobId: string) => Promise<Job>;

/**
 * Retries a failed job: only the parts that are not done. No file uses another document; a container with more
 * documents than were left is tried with all of them.
 * @throws AppError job-not-found, job-not-failed, files-deleted, quota-reached, subscription-needed,
 *   subscription-expired
 */
export async function retryJob(
  services: Pick<Services, "db" | "log" | "queue" | "storage">,
  member: Member,
  jobId: string,
): Promise<void> {
  const { db, queue } = services;
  await requireActiveFor(db, { practiceId: member.practiceId, jobId });
  await deleteSpare(services, await db.transaction((tx) => restartFailed(tx, queue, member, jobId)));
}

/**
 * Like `retryJob`, for callers that do not require a subscription of the practice.
 * @returns the blob keys of items that their container still holds, to be deleted after the commit
 * @throws AppError job-not-found, job-not-failed, files-deleted, quota-reached
 */
export async function restartFailed(
  tx: Tx,
  queue: Queue,
  actor: Actor | { practiceId: string; userId: null },
  jobId: string,
): Promise<string[]> {
  const { practiceId } = actor;
  const job = await lockJob(tx, { practiceId, jobId });
  if (!job) throw new AppError("job-not-found", "This job does not exist. Reload the list.");
  if (job.status !== "failed") throw new AppError("job-not-failed", "Only a failed job can be retried.");
  if (job.filesDeletedAt)
    throw new AppError("files-deleted", "The files of this job have been deleted. Upload them again.");
  const chosen = await chooseAll(tx, queue, job);
  const { again, next } = await restartJob(tx, (await lockJob(tx, { practiceId, jobId })) ?? job);
  const { spare = [], containers = [] } = "shortage" in chosen ? {} : chosen;
  if (again.length + containers.length === 0 && next !== "assemble") {
    if ("shortage" in chosen) throw chosen.shortage;
    throw new AppError("job-not-failed", "Nothing of this job can be retried. Bring back a file that was set aside.");
  }
  if (again.length + containers.length === 0 && job.emailsToConfirm !== null) {
    throw new AppError("job-not-failed", "Nothing is left to retry. Confirm the emails of this job.");
  }
  const detail = { files: again.length, file: again.join() };
  await record(tx, { ...actor, action: "job.retried", subjectId: jobId, detail });
  const added = again.map((fileId) => ({ practiceId, jobId, fileId }));
  await queue.addAll(tx, convertFile, added, { group: practiceId });
  if (next === "assemble") await queue.add(tx, assembleJob, { practiceId, jobId }, { group: practiceId });
  return spare;
}
