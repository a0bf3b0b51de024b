import { and, asc, eq, inArray } from "drizzle-orm";
import type { Db, Tx } from "../db/connect.ts";
import { newId } from "../ids.ts";
import { deliveries } from "./table.ts";

export type DeliveryRow = typeof deliveries.$inferSelect;

/** What an email needs to know of its job. */
export interface MailedJob {
  practiceId: string;
  id: string;
  customerName: string;
  customerEmail: string;
  customerOutputEmail: string | null;
  sendEmail: boolean;
  separateEmails: boolean;
  copyToCustomer: boolean;
  emailSubject: string | null;
}

const defaultSubject = "Documents for {customer}";

/** The user's subject, or the usual one; {customer} stands for the customer's name in either. */
export function subjectOf(job: Pick<MailedJob, "customerName" | "emailSubject">): string {
  return (job.emailSubject ?? defaultSubject).replaceAll("{customer}", () => job.customerName);
}

/**
 * Writes the emails of a job that has just been completed: one with all PDFs, or one for each; to the accounting inbox where
 * there is one, with a copy to the customer's own address when asked for. They stay in the outbox: nothing is sent.
 */
export async function writeDeliveries(tx: Tx, job: MailedJob, outputs: { id: string }[]): Promise<void> {
  if (!job.sendEmail || outputs.length === 0) return;
  const inbox = job.customerOutputEmail ?? job.customerEmail;
  const own = job.customerEmail;
  const copied = job.copyToCustomer && own.toLowerCase() !== inbox.toLowerCase();
  const recipients = [{ recipient: inbox, isCopy: false }, ...(copied ? [{ recipient: own, isCopy: true }] : [])];
  const ids = outputs.map((output) => output.id);
  const parcels = job.separateEmails ? ids.map((id) => [id]) : [ids];
  const emails = parcels.flatMap((outputIds) => recipients.map((to) => ({ ...to, outputIds })));
  await tx.insert(deliveries).values(
    emails.map((email, position) => ({
      ...email,
      position,
      practiceId: job.practiceId,
      jobId: job.id,
      id: newId(),
      subject: subjectOf(job),
      state: "kept" as const,
    })),
  );
}

/** The emails of some jobs, in the order they were written. */
export async function deliveriesOf(db: Db | Tx, practiceId: string, jobIds: string[]): Promise<DeliveryRow[]> {
  return db
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.practiceId, practiceId), inArray(deliveries.jobId, jobIds)))
    .orderBy(asc(deliveries.position));
}
