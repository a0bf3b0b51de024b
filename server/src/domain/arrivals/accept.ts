import type { JobFields } from "@sheaf/contracts/jobs.ts";
import type { Tx } from "../../platform/db/connect.ts";
import type { Queue } from "../../platform/queue/queue.ts";
import type { Member } from "../access/member.ts";
import { record } from "../audit/service.ts";
import { findDuplicates } from "../delivery/duplicates.ts";
import { createJob, type NewFile } from "../jobs/create.ts";

/** What came in and becomes a job: by whom, how it is to be made, and its files, which are stored already. */
export interface Arrival {
  member: Member;
  jobId: string;
  fields: JobFields;
  files: NewFile[];
}

/**
 * What every channel ends in: job, files, quota and tasks in the caller's transaction, all of it or nothing.
 * @throws AppError as `createJob`
 */
export async function accept(tx: Tx, queue: Queue, arrival: Arrival): Promise<void> {
  await createJob(tx, queue, arrival);
  if (arrival.fields.sendEmail) await recordSentBefore(tx, arrival);
}

/** The dialog asks before a file goes to the same inbox again; that somebody chose so is written down, whoever asked. */
async function recordSentBefore(tx: Tx, { member, jobId, fields, files }: Arrival): Promise<void> {
  const { practiceId, userId, address } = member;
  const sha256 = [...new Set(files.map((file) => file.sha256))];
  const before = await findDuplicates(tx, practiceId, { customerId: fields.customerId, sha256 });
  if (before.length === 0) return;
  const known = new Set(before.map((duplicate) => duplicate.sha256));
  const detail = { files: files.filter((file) => known.has(file.sha256)).length };
  await record(tx, { practiceId, userId, address, action: "files.sent-anyway", subjectId: jobId, detail });
}
