import { uncountedStates } from "@sheaf/contracts/counted-files.ts";
import { and, count, eq, notInArray, sql } from "drizzle-orm";
import type { Tx } from "../../platform/db/connect.ts";
import { newId } from "../../platform/ids.ts";
import type { Services } from "../../platform/services.ts";
import type { JobRow } from "../jobs/status.ts";
import { jobFiles } from "../jobs/table.ts";
import { practices } from "../practices/table.ts";
import { budgetFor } from "./budget.ts";
import { deliverEmail } from "./deliver.task.ts";
import { inDoubt } from "./in-doubt.ts";
import { type EmailBudget, fitsAlone, type Parcel, parcelsOf } from "./parcels.ts";
import { awaitingSender } from "./sender.ts";
import { nameSubject, subjectOf } from "./subject.ts";
import { deliveries } from "./table.ts";

/** A PDF that may be attached. */
export interface MailPdf {
  id: string;
  /** Of the document in its job, which a PDF made because an email could not carry the result shares with that. */
  position: number;
  name: string;
  sizeBytes: number;
  pages: number;
  purpose: "result" | "mail";
}

export interface Recipient {
  recipient: string;
  isCopy: boolean;
}

/** The accounting inbox where there is one, and a copy to the customer's own address when asked for and when it is another. */
export function recipientsOf(
  job: Pick<JobRow, "customerEmail" | "customerOutputEmail" | "copyToCustomer">,
): Recipient[] {
  const inbox = job.customerOutputEmail ?? job.customerEmail;
  const own = job.customerEmail;
  const copied = job.copyToCustomer && own.toLowerCase() !== inbox.toLowerCase();
  return [{ recipient: inbox, isCopy: false }, ...(copied ? [{ recipient: own, isCopy: true }] : [])];
}

/**
 * The emails for PDFs that have just been made, each with the task that hands it over once the time for Undo is over.
 * @param made.pdfs new results of the job, and what was made beside them because an email could not carry one of them
 * @param made.leaves as `mayLeave` says of the job's uploader in this transaction
 */
export async function writeDeliveries(
  tx: Tx,
  { config, mail, queue }: Pick<Services, "config" | "mail" | "queue">,
  job: JobRow,
  { pdfs, leaves }: { pdfs: MailPdf[]; leaves: boolean },
): Promise<void> {
  if (!job.sendEmail || pdfs.length === 0) return;
  const { practiceId, id: jobId } = job;
  const [practice] = await tx.select().from(practices).where(eq(practices.id, practiceId));
  if (!practice) return;
  const ofJob = and(eq(jobFiles.practiceId, practiceId), eq(jobFiles.jobId, jobId));
  const fileCount = await tx.$count(jobFiles, and(ofJob, notInArray(jobFiles.state, [...uncountedStates])));
  const subject = subjectOf(job.emailSubject ?? practice.defaultEmailSubject, job, fileCount, config.timeZone);
  const first = await nextPosition(tx, job);
  const results = pdfs.filter(({ purpose }) => purpose === "result");
  const emails = recipientsOf(job).flatMap((to) => {
    const budget = budgetFor(to.recipient, mail.maxBytes);
    return parcelsFor(results, pdfs, job.separateEmails, budget).map(({ pdfIds, part, parts }) => {
      // An inbox gets several: each says in its subject what it carries.
      const isOneOfSeveral = job.separateEmails && Math.max(fileCount, results.length) > 1;
      const only = isOneOfSeveral ? pdfs.find(({ id }) => id === pdfIds[0]) : undefined;
      return { ...to, outputIds: pdfIds, part, parts, subject: only ? nameSubject(subject, only.name) : subject };
    });
  });
  const waits = practice.undoSeconds;
  const goesOut = {
    state: waits > 0 ? ("held" as const) : ("waiting" as const),
    sendAfter: sql`now() + make_interval(secs => ${waits})`,
  };
  const begins = job.restoredAt
    ? { state: "unconfirmed" as const, message: inDoubt }
    : leaves
      ? goesOut
      : awaitingSender;
  const rows = emails.map((email, index) => ({
    ...email,
    ...{ practiceId, jobId, id: newId(), position: first + index, confirmedById: job.uploadedById },
    ...begins,
  }));
  await tx.insert(deliveries).values(rows);
  // What waits for a person has no task.
  if (begins !== goesOut) return;
  for (const { id: deliveryId } of rows) {
    const options = { group: practiceId, delayMs: waits * 1_000 };
    await queue.add(tx, deliverEmail, { practiceId, jobId, deliveryId }, options);
  }
}

/**
 * These PDFs as emails within a budget.
 * @param pdfs all of the job that may be attached, what was made because an email could not carry a result among them
 */
export function parcelsFor(carried: MailPdf[], pdfs: MailPdf[], separate: boolean, budget: EmailBudget): Parcel[] {
  return parcelsOf(
    carried.flatMap((pdf) => asCarried(pdf, pdfs, budget)),
    separate,
    budget,
  );
}

/** The PDF itself where it fits; otherwise what was made in its place, if that could be made. */
function asCarried(pdf: MailPdf, pdfs: MailPdf[], budget: EmailBudget): MailPdf[] {
  if (fitsAlone(pdf, budget)) return [pdf];
  const instead = pdfs.filter(({ purpose, position }) => purpose === "mail" && position === pdf.position);
  return instead.length > 0 ? instead : [pdf];
}

async function nextPosition(tx: Tx, { practiceId, id }: JobRow): Promise<number> {
  const ofJob = and(eq(deliveries.practiceId, practiceId), eq(deliveries.jobId, id));
  const [row] = await tx.select({ number: count() }).from(deliveries).where(ofJob);
  return row?.number ?? 0;
}
