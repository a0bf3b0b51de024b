import { uncountedStates } from "@sheaf/contracts/counted-files.ts";
import { and, eq, notInArray, sql } from "drizzle-orm";
import type { Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { newId } from "../../../platform/ids.ts";
import type { Services } from "../../../platform/services.ts";
import { type JobRow, type MadePdf, subjectOf } from "../../jobs/index.ts";
import { jobFiles } from "../../jobs/table.ts";
import { practices } from "../../practices/table.ts";
import type { DestinationNeeds } from "../destinations/destination.ts";
import { awaitingSender } from "../destinations/email/sender.ts";
import { nameSubject } from "../destinations/email/subject.ts";
import { openDestination } from "../destinations/open-destination.ts";
import { parcelsFor } from "../destinations/parcels.ts";
import { deliveries } from "../table.ts";
import { deliverEmail } from "./deliver.task.ts";
import { inDoubtAfterRestore } from "./texts.ts";
import { carriesText, sendsTextTo, sizedAsSent } from "./with-text.ts";

/**
 * Writes the emails for newly made PDFs, each with the task that hands it over when the time for Undo has passed.
 * @param made.pdfs new results of the job, and the PDFs made because a result was too large for an email
 * @param made.isAllowed result of `maySend` for the job's uploader in this transaction
 */
export async function writeDeliveries(
  tx: Tx,
  services: DestinationNeeds & Pick<Services, "queue">,
  job: JobRow,
  { pdfs, isAllowed }: { pdfs: MadePdf[]; isAllowed: boolean },
): Promise<void> {
  if (!job.sendEmail || pdfs.length === 0) return;
  const { config, queue } = services;
  const { practiceId, id: jobId, destination: kind } = job;
  const counted = and(equals(jobFiles, { practiceId, jobId }), notInArray(jobFiles.state, [...uncountedStates]));
  const [facts] = await tx
    .select({
      practice: practices,
      fileCount: tx.$count(jobFiles, counted),
      first: tx.$count(deliveries, equals(deliveries, { practiceId, jobId })),
    })
    .from(practices)
    .where(eq(practices.id, practiceId));
  if (!facts) return;
  const { practice, fileCount, first } = facts;
  const subject = subjectOf(job.emailSubject ?? practice.defaultEmailSubject, job, fileCount, config.timeZone);
  const destination = openDestination(kind, services);
  const emails = destination.recipientsOf(job).flatMap((to) => {
    const budget = destination.budgetFor(to.recipient);
    const wantsText = sendsTextTo(to.recipient, practice);
    const sent = pdfs.map((pdf) => sizedAsSent(pdf, wantsText));
    const results = sent.filter(({ purpose }) => purpose === "result");
    return parcelsFor(results, sent, job.separateEmails, budget).map(({ pdfIds, part, parts }) => {
      // When an inbox gets several emails, the subject of each names its PDF.
      const isOneOfSeveral = job.separateEmails && Math.max(fileCount, results.length) > 1;
      const only = isOneOfSeveral ? pdfs.find(({ id }) => id === pdfIds[0]) : undefined;
      const named = only ? nameSubject(subject, only.name) : subject;
      const withText = wantsText && carriesText(pdfIds, pdfs);
      return { ...to, withText, outputIds: pdfIds, part, parts, subject: named };
    });
  });
  const waits = practice.undoSeconds;
  const queued = {
    state: waits > 0 ? ("held" as const) : ("waiting" as const),
    sendAfter: sql`now() + make_interval(secs => ${waits})`,
  };
  const initial = job.restoredAt
    ? { state: "unconfirmed" as const, message: inDoubtAfterRestore(kind) }
    : isAllowed
      ? queued
      : awaitingSender;
  const rows = emails.map((email, index) => ({
    ...email,
    practiceId,
    jobId,
    id: newId(),
    destination: kind,
    position: first + index,
    confirmedById: job.uploadedById,
    ...initial,
  }));
  await tx.insert(deliveries).values(rows);
  // Emails that wait for a user have no task.
  if (initial !== queued) return;
  const tasks = rows.map(({ id: deliveryId }) => ({ practiceId, jobId, deliveryId }));
  await queue.addAll(tx, deliverEmail, tasks, { group: practiceId, delayMs: waits * 1_000 });
}
