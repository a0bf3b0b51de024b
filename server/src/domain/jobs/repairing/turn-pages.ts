import type { Tx } from "../../../platform/db/connect.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Queue } from "../../../platform/queue/queue.ts";
import { assembleJob } from "../converting/assemble.task.ts";
import { keepAsEarlier } from "../earlier-outputs.ts";
import type { PageTurn } from "../readings.ts";
import { removeOutputs } from "../remove-outputs.ts";
import { continueJob, type JobRow } from "../status.ts";
import { setTurns } from "../turns.ts";
import type { CountDeliveries } from "./items.ts";

/**
 * Turns pages of a job in its PDFs, which are made again. PDFs that were sent are kept as earlier versions, and the new
 * ones are not sent by themselves. The caller has locked the job.
 * @returns the blob keys of PDFs that were removed, to be deleted after the commit
 * @throws AppError files-deleted, job-not-ready
 */
export async function turnPages(
  tx: Tx,
  { queue, countDeliveries }: { queue: Queue; countDeliveries: CountDeliveries },
  job: JobRow,
  turnsByFile: Map<string, PageTurn[]>,
): Promise<string[]> {
  if (job.filesDeletedAt) {
    throw new AppError("files-deleted", "The files of this job have been deleted. Upload them again.");
  }
  if (job.status === "pending" || job.status === "processing") {
    throw new AppError("job-not-ready", "The PDFs of this job are being made. Turn the pages when they are ready.");
  }
  const { practiceId, id: jobId } = job;
  const ref = { practiceId, jobId };
  await setTurns(tx, ref, turnsByFile);
  const fileIds = [...turnsByFile.keys()];
  const isSent = (await countDeliveries(tx, ref)) > 0;
  const removed = isSent ? [] : await removeOutputs(tx, job, fileIds);
  if (isSent) await keepAsEarlier(tx, ref, fileIds);
  const next = await continueJob(tx, job);
  if (next === "assemble") await queue.add(tx, assembleJob, ref, { group: practiceId });
  return removed;
}
