import type { EmailText } from "@sheaf/contracts/email-text.ts";
import type { Tx } from "../../../platform/db/connect.ts";
import type { Services } from "../../../platform/services.ts";
import type { Actor } from "../../audit/service.ts";
import { rememberEmailText } from "../../customers/service.ts";
import { isEmailText, type JobFacts } from "../item-changes.ts";
import type { FileRow, JobRef, JobRow } from "../status.ts";

/** Counts the deliveries of a job, cancelled ones too. `domain/delivery` implements it; it is passed to the routes. */
export type CountDeliveries = (tx: Tx, ref: JobRef) => Promise<number>;

/** Returns the facts that decide whether items may change. The caller has locked the job. */
export async function factsOf(tx: Tx, job: JobRow, countDeliveries: CountDeliveries): Promise<JobFacts> {
  const { practiceId, id: jobId, filesDeletedAt, separateEmails } = job;
  const deliveries = await countDeliveries(tx, { practiceId, jobId });
  return { filesDeleted: filesDeletedAt !== null, separateEmails, deliveries };
}

/** Remembers for the customer of a job what becomes of the text of emails, if the file is such a text. */
export async function rememberFor(
  tx: Tx,
  actor: Actor,
  { job, file }: { job: JobRow; file: FileRow },
  emailText: EmailText,
): Promise<void> {
  if (job.customerId && isEmailText(file)) await rememberEmailText(tx, actor, job.customerId, emailText);
}

/** Deletes blobs that no row refers to any more. What cannot be deleted now goes with the nightly comparison. */
export async function deleteSpare({ storage, log }: Pick<Services, "log" | "storage">, keys: string[]): Promise<void> {
  await storage.delete(keys).catch((error) => log.warn({ err: error }, "Unused files could not be deleted"));
}
