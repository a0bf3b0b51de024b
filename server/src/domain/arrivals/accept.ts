import type { JobFields } from "@sheaf/contracts/jobs.ts";
import type { Tx } from "../../platform/db/connect.ts";
import type { Queue } from "../../platform/queue/queue.ts";
import { record } from "../audit/service.ts";
import { findDuplicates } from "../delivery/index.ts";
import { createJob, type FileRef, type OfReplacement, replaceFile, type Uploader } from "../jobs/index.ts";
import { type ArrivedFile, type Channel, clearBlobKeys, writeArrival } from "./write.ts";

/** Files received through a channel, to become a job. */
export interface Arrival {
  channel: Channel;
  sender: Uploader;
  /** Id of the new job, chosen before its files are stored because their blob keys contain it. */
  jobId: string;
  /** The job's settings: chosen by the sender, or the customer's defaults. */
  fields: JobFields;
  files: ArrivedFile[];
}

/**
 * Creates the job with its files, quota use and tasks, and the arrival with its items, in the caller's transaction.
 * Every channel ends in this function.
 * @throws AppError as `createJob`
 */
export async function accept(tx: Tx, queue: Queue, arrival: Arrival): Promise<void> {
  await createJob(tx, queue, arrival);
  const items = arrival.files.map((file) => ({ ...file, fileId: file.id }));
  await writeArrival(tx, { ...arrival, items });
  if (arrival.fields.sendEmail) await recordSentBefore(tx, arrival);
}

/**
 * Replaces a file of a job with the received one. A replacement uses no document of the quota.
 * @returns the blob keys to which nothing refers any more, which the caller deletes after the commit
 * @throws AppError as `replaceFile`
 */
export async function acceptReplacement(
  tx: Tx,
  queue: Queue,
  given: OfReplacement,
  { channel, sender, ref, file }: Pick<Arrival, "channel" | "sender"> & { ref: FileRef; file: ArrivedFile },
): Promise<string[]> {
  const old = await replaceFile(tx, queue, given, { sender, ref, file });
  await clearBlobKeys(tx, ref);
  await writeArrival(tx, { channel, sender, jobId: ref.jobId, items: [{ ...file, fileId: ref.fileId }] });
  return old;
}

/**
 * Records in the audit log that files were sent again which the customer's inbox had received before. The upload dialog
 * asks for confirmation first; the entry is written for every channel.
 */
async function recordSentBefore(tx: Tx, { sender, jobId, fields, files }: Arrival): Promise<void> {
  const { practiceId } = sender;
  const sha256 = [...new Set(files.map((file) => file.sha256))];
  const before = await findDuplicates(tx, practiceId, { customerId: fields.customerId, sha256 });
  if (before.length === 0) return;
  const known = new Set(before.map((duplicate) => duplicate.sha256));
  const detail = { files: files.filter((file) => known.has(file.sha256)).length };
  await record(tx, { ...sender, action: "files.sent-anyway", subjectId: jobId, detail });
}
