import type { ContainerExtension, Extension } from "@sheaf/contracts/formats.ts";
import type { JobFields } from "@sheaf/contracts/jobs.ts";
import type { Tx } from "../../platform/db/connect.ts";
import { announcing } from "../../platform/events/events.ts";
import type { Queue } from "../../platform/queue/queue.ts";
import type { StoredBlob } from "../../platform/storage/blob-store.ts";
import { type Actor, record } from "../audit/service.ts";
import { reserveDocuments } from "../billing/index.ts";
import { lockCustomer } from "../customers/service.ts";
import { requireStillMember } from "../members/service.ts";
import { convertFile } from "./converting/convert.task.ts";
import { jobFiles, jobs } from "./table.ts";

/** A stored original that becomes a file of a job. */
export interface NewFile extends StoredBlob {
  id: string;
  /** Key in the blob store, in the job's folder. */
  key: string;
  /** Cleaned, as shown on screen. */
  name: string;
  type: Extension | ContainerExtension;
}

/** The member whose job it is, signed in or identified in another way. */
export interface Uploader extends Actor {
  fullName: string;
}

/**
 * Creates a job with its files and a task for each, and reserves their documents, in the caller's transaction.
 * @throws AppError not-signed-in, customer-not-found, quota-reached, subscription-expired
 */
export async function createJob(
  tx: Tx,
  queue: Queue,
  input: { jobId: string; sender: Uploader; fields: JobFields; files: NewFile[] },
): Promise<void> {
  const { jobId, sender, fields, files } = input;
  const { practiceId, userId } = sender;
  await requireStillMember(tx, sender);
  const customer = await lockCustomer(tx, practiceId, fields.customerId);
  const { periodId } = await reserveDocuments(tx, practiceId, files.length);
  const job = {
    practiceId,
    id: jobId,
    customerId: customer.id,
    customerName: customer.name,
    customerEmail: customer.email,
    customerOutputEmail: customer.outputEmail,
    uploadedById: userId,
    uploadedByName: sender.fullName,
    periodId,
    sendEmail: fields.sendEmail,
    destination: fields.destination,
    separateEmails: fields.separateEmails,
    separatePdfs: fields.separatePdfs || fields.separateEmails,
    copyToCustomer: fields.copyToCustomer,
    emailSubject: fields.emailSubject,
  };
  await insertJob(tx, queue, job, files);
  const detail = { files: files.length };
  await record(tx, { ...sender, action: "job.created", subjectId: jobId, detail });
}

/** Inserts a job and its files, and queues a task for each file. */
export async function insertJob(tx: Tx, queue: Queue, job: typeof jobs.$inferInsert, files: NewFile[]): Promise<void> {
  const { practiceId, id: jobId, sample } = job;
  await tx
    .insert(jobs)
    .values(job)
    .returning({ announced: announcing(practiceId, { type: "job", id: jobId }) });
  await tx.insert(jobFiles).values(
    files.map((file, position) => ({
      practiceId,
      jobId,
      id: file.id,
      position,
      originalName: file.name,
      type: file.type,
      sizeBytes: file.sizeBytes,
      sha256: file.sha256,
      originalKey: file.key,
      sample,
    })),
  );
  const added = files.map((file) => ({ practiceId, jobId, fileId: file.id }));
  await queue.addAll(tx, convertFile, added, { group: practiceId });
}
