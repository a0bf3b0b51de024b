import type { JobFields } from "@sheaf/contracts/jobs.ts";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { announce } from "../../../platform/events/events.ts";
import type { Queue } from "../../../platform/queue/queue.ts";
import type { Member } from "../../access/member.ts";
import { type Actor, record } from "../../audit/service.ts";
import { reserveDocuments } from "../../billing/service.ts";
import { pickCustomer } from "../../customers/service.ts";
import { requireStillMember } from "../../members/service.ts";
import { originalKey } from "../blob-keys.ts";
import { convertFile } from "../converting/convert.task.ts";
import { jobFiles, jobs } from "../table.ts";
import type { ReceivedFile } from "./upload-form.ts";

/** Which of these files have gone to the customer's inbox before, as `domain/delivery` knows it. */
export type FindDuplicates = (
  db: Db | Tx,
  practiceId: string,
  asked: { customerId: string; sha256: string[] },
) => Promise<{ sha256: string }[]>;

/**
 * Job, files, quota and one task per file: all of it or nothing.
 * @throws AppError not-signed-in, customer-not-found, quota-reached, subscription-expired
 */
export async function createJob(
  tx: Tx,
  { queue, findDuplicates }: { queue: Queue; findDuplicates: FindDuplicates },
  input: { jobId: string; member: Member; fields: JobFields; files: ReceivedFile[] },
): Promise<void> {
  const { jobId, member, fields, files } = input;
  const { practiceId } = member;
  await requireStillMember(tx, member);
  const customer = await pickCustomer(tx, practiceId, fields.customerId);
  const { periodId } = await reserveDocuments(tx, practiceId, files.length);
  const job = {
    practiceId,
    id: jobId,
    customerId: customer.id,
    customerName: customer.name,
    customerEmail: customer.email,
    customerOutputEmail: customer.outputEmail,
    uploadedById: member.userId,
    uploadedByName: member.fullName,
    periodId,
    sendEmail: fields.sendEmail,
    separateEmails: fields.separateEmails,
    separatePdfs: fields.separatePdfs || fields.separateEmails,
    copyToCustomer: fields.copyToCustomer,
    emailSubject: fields.emailSubject,
  };
  await insertJob(tx, queue, job, files);
  const by = { practiceId, userId: member.userId, address: member.address };
  await record(tx, { ...by, action: "job.created", subjectId: jobId, detail: { files: files.length } });
  if (fields.sendEmail) {
    const sha256 = [...new Set(files.map((file) => file.sha256))];
    const before = await findDuplicates(tx, practiceId, { customerId: customer.id, sha256 });
    await recordSentBefore(tx, by, { jobId, files, before: new Set(before.map((duplicate) => duplicate.sha256)) });
  }
  // What is left of the allowance has changed.
  await announce(tx, practiceId, { type: "subscription" });
}

/** A job and its files, whose originals are stored already, and a task for each of them. */
export async function insertJob(
  tx: Tx,
  queue: Queue,
  job: typeof jobs.$inferInsert,
  files: ReceivedFile[],
): Promise<void> {
  const { practiceId, id: jobId, sample } = job;
  await tx.insert(jobs).values(job);
  await tx.insert(jobFiles).values(
    files.map((file, position) => ({
      practiceId,
      jobId,
      id: file.id,
      position,
      originalName: file.name,
      sentName: file.sentName,
      type: file.type,
      sizeBytes: file.sizeBytes,
      sha256: file.sha256,
      originalKey: originalKey(practiceId, jobId, file.id),
      sample,
    })),
  );
  for (const file of files) {
    await queue.add(tx, convertFile, { practiceId, jobId, fileId: file.id }, { group: practiceId });
  }
  await announce(tx, practiceId, { type: "job", id: jobId });
}

/** The dialog asks before a file goes to the same inbox again; that somebody chose so is written down, whoever asked. */
async function recordSentBefore(
  tx: Tx,
  by: Actor,
  { jobId, files, before }: { jobId: string; files: ReceivedFile[]; before: Set<string> },
): Promise<void> {
  if (before.size === 0) return;
  const again = files.filter((file) => before.has(file.sha256)).length;
  await record(tx, { ...by, action: "files.sent-anyway", subjectId: jobId, detail: { files: again } });
}
