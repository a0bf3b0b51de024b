import { equals } from "../../../platform/db/equals.ts";
import { AppError } from "../../../platform/errors.ts";
import { announce } from "../../../platform/events/events.ts";
import type { Services } from "../../../platform/services.ts";
import type { Member } from "../../access/member.ts";
import { record } from "../../audit/service.ts";
import { requireStillMember } from "../../members/service.ts";
import { lockPractice, markSampleRemoved } from "../../practices/service.ts";
import { lockJob } from "../status.ts";
import { jobs } from "../table.ts";
import { eraseJobFiles } from "./erase-files.task.ts";
import { readSampleState } from "./state.ts";

/** Delay of the second deletion: a running conversion may still write files, and has ended by then. */
const secondDeletionDelayMs = 60 * 60_000;

/**
 * Deletes the sample job with all its rows; tasks queued in the same transaction delete its files. A running conversion
 * finds its rows deleted and deletes the files that it made.
 * @throws AppError sample-not-found, not-signed-in
 */
export async function removeSampleJob({ db, queue }: Pick<Services, "db" | "queue">, member: Member): Promise<void> {
  const { practiceId } = member;
  await db.transaction(async (tx) => {
    await requireStillMember(tx, member);
    await lockPractice(tx, practiceId);
    const { jobId } = await readSampleState(tx, practiceId);
    const job = jobId && (await lockJob(tx, { practiceId, jobId }));
    if (!job) throw new AppError("sample-not-found", "There is no sample job. It may have been removed already.");
    const ref = { practiceId, jobId: job.id };
    await tx.delete(jobs).where(equals(jobs, { practiceId, id: job.id }));
    await markSampleRemoved(tx, practiceId);
    await queue.add(tx, eraseJobFiles, ref, { group: practiceId });
    await queue.add(tx, eraseJobFiles, ref, { group: practiceId, delayMs: secondDeletionDelayMs });
    // The audit log shows this name, because the job no longer exists.
    const detail = { name: job.customerName };
    await record(tx, { ...member, action: "sample.removed", subjectId: job.id, detail });
    await announce(tx, practiceId, { type: "job", id: job.id });
  });
}
