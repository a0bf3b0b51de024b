import type { JobFields } from "@sheaf/contracts/jobs.ts";
import type { Tx } from "../../platform/db/connect.ts";
import type { Queue } from "../../platform/queue/queue.ts";
import { record } from "../audit/service.ts";
import { findDuplicates } from "../delivery/index.ts";
import { createJob, type FileRef, replaceFile, type Uploader } from "../jobs/index.ts";
import { type ArrivedFile, type Channel, clearBlobKeys, writeArrival } from "./write.ts";

/** What came in by a channel and becomes a job. */
export interface Arrival {
  channel: Channel;
  sender: Uploader;
  /** Of the job, chosen before its files were stored. */
  jobId: string;
  /** How the job is to be made: what the sender chose, or the customer's defaults. */
  fields: JobFields;
  files: ArrivedFile[];
}

/**
 * What every channel ends in: the arrival with its items, job, files, quota and tasks in the caller's transaction, all
 * of it or nothing.
 * @throws AppError as `createJob`
 */
export async function accept(tx: Tx, queue: Queue, arrival: Arrival): Promise<void> {
  await createJob(tx, queue, arrival);
  const items = arrival.files.map((file) => ({ ...file, fileId: file.id }));
  await writeArrival(tx, { ...arrival, items });
  if (arrival.fields.sendEmail) await recordSentBefore(tx, arrival);
}

/**
 * What came in to take the place of a job's file, at no cost of a document.
 * @returns the key of the original that it replaces, for the caller to delete after the commit
 * @throws AppError as `replaceFile`
 */
export async function acceptReplacement(
  tx: Tx,
  queue: Queue,
  { channel, sender, ref, file }: Pick<Arrival, "channel" | "sender"> & { ref: FileRef; file: ArrivedFile },
): Promise<string | null> {
  const old = await replaceFile(tx, queue, { sender, ref, file });
  await clearBlobKeys(tx, ref);
  await writeArrival(tx, { channel, sender, jobId: ref.jobId, items: [{ ...file, fileId: ref.fileId }] });
  return old;
}

/**
 * The dialog asks before a file goes to the same inbox again; that somebody chose so is written down, whoever asked.
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
