import { join } from "node:path";
import { MB } from "@sheaf/contracts/limits.ts";
import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { senderName } from "../../platform/mail/sender-name.ts";
import { MailError, type MailMessage, type MailTransport } from "../../platform/mail/transport.ts";
import { defineTask, TryLater } from "../../platform/queue/task.ts";
import type { WorkerServices } from "../../platform/services.ts";
import { BlobDamaged, BlobMissing } from "../../platform/storage/blob-store.ts";
import { withWorkFolder } from "../../platform/storage/work-folder.ts";
import type { JobRow, OutputRow } from "../jobs/status.ts";
import { jobFiles, jobs, outputs } from "../jobs/table.ts";
import { practices } from "../practices/table.ts";
import { answerAddress } from "./answer-address.ts";
import { budgetFor } from "./budget.ts";
import { confirmerOf, type Person } from "./confirmer.ts";
import { insist } from "./insist.ts";
import { writeLetter } from "./letter.ts";
import { fitTogether } from "./parcels.ts";
import { explained } from "./quoted.ts";
import type { DeliveryRef, DeliveryRow } from "./service.ts";
import { begin, claim, maybeSent, type Outcome, renewClaim, renewEveryMs, settle } from "./states.ts";
import { partSubject } from "./subject.ts";
import { suppressionOf } from "./suppressions.ts";

const unreadable = "Its PDFs cannot be read at the moment. It goes out by itself as soon as they can.";
const changedMeanwhile = "How emails leave has just been changed. It goes out by itself.";
const databaseAway = "The database was away when it was to be handed over. It goes out by itself.";

type Needs = Pick<WorkerServices, "config" | "db" | "key" | "liveConfig" | "log" | "mail" | "queue" | "storage">;

/** Hands one email over, at its time and at most once. */
export const deliverEmail = defineTask<DeliveryRef, Needs>({
  name: "delivery.deliver",
  payload: z.object({ practiceId: z.uuid(), jobId: z.uuid(), deliveryId: z.uuid() }),
  attempts: 5,
  // Longer than any mail server is waited for.
  timeoutMs: 11 * 60_000,
  async run(ref, services, { signal }) {
    const { db, liveConfig, mail, queue } = services;
    await liveConfig.refresh();
    const by = mail.name;
    const claimed = await db.transaction((tx) => claim(tx, ref, { name: by }));
    const wait = claimed.kind === "send" ? await handOver(ref, claimed.row, by, services, signal) : claimed;
    if (wait && "ms" in wait) {
      await db.transaction((tx) => queue.add(tx, deliverEmail, ref, { group: ref.practiceId, delayMs: wait.ms }));
    }
  },
  async givenUp() {
    // The row says where it stands; the sweep wakes what is due.
  },
});

/**
 * @param by the transport that the email was claimed for
 * @returns when it is to be tried again
 */
async function handOver(
  ref: DeliveryRef,
  row: DeliveryRow,
  by: MailTransport["name"],
  services: Needs,
  signal: AbortSignal,
): Promise<{ ms: number } | null> {
  const { db, log } = services;
  const renewing = setInterval(() => {
    renewClaim(db, ref, row.tries).catch((error) => log.warn({ err: error }, "A claim could not be renewed"));
  }, renewEveryMs);
  try {
    const outcome = await send(ref, row, by, services);
    if (!outcome) return null;
    // What is known must not become a doubt because the database is away for a while.
    return await insist(() => db.transaction((tx) => settle(tx, ref, row.tries, outcome)), signal);
  } finally {
    clearInterval(renewing);
  }
}

/** @returns null when the claim was lost before anything left */
async function send(
  ref: DeliveryRef,
  row: DeliveryRow,
  by: MailTransport["name"],
  services: Needs,
): Promise<Outcome | null> {
  const { db, config, log, mail, storage } = services;
  const facts = await factsOf(row, services);
  if ("failed" in facts) return { state: "failed", message: facts.failed };
  const { job, practiceName, replyTo, pdfs, fileNames } = facts;
  const suppressed = await suppressionOf(db, row.practiceId, row.recipient);
  if (suppressed) return { state: "failed", message: suppressed };
  const tooLarge = oversize(row, pdfs, mail.maxBytes);
  if (tooLarge) return { state: "failed", message: tooLarge };

  return withWorkFolder(config.dataDir, async (folder): Promise<Outcome | null> => {
    const attachments = await Promise.all(
      pdfs.map(async ({ name, sizeBytes, sha256, blobKey }, index) => {
        const path = join(folder, `${index}.pdf`);
        await storage.fetch(blobKey, path, { sizeBytes, sha256 });
        return { name, type: "application/pdf", sizeBytes, path };
      }),
    ).catch((error) => {
      if (error instanceof BlobMissing || error instanceof BlobDamaged) return null;
      if (error instanceof TryLater) return error;
      throw error;
    });
    if (attachments instanceof TryLater) {
      log.warn({ err: attachments, deliveryId: row.id }, "The PDFs of an email cannot be read");
      return { state: "not-begun", message: unreadable };
    }
    if (!attachments) return { state: "failed", message: "Its PDFs are gone or damaged. Retry or upload them again." };
    const messageId = `${row.id}@${config.mailFrom.address.split("@")[1] ?? "localhost"}`;
    const message: MailMessage = {
      ...{ practiceId: row.practiceId, deliveryId: row.id, messageId, to: row.recipient, attachments },
      from: { name: senderName(practiceName) || config.companyName, address: config.mailFrom.address },
      ...(replyTo ? { replyTo: { ...replyTo, name: senderName(replyTo.name) } } : {}),
      subject: partSubject(row.subject, row),
      ...writeLetter({ row, job, pdfs, fileNames, practiceName, replyTo, config }),
    };
    const begun = await begin(db, ref, row.tries).catch((error: unknown) => {
      log.warn({ err: error, deliveryId: row.id }, "An email could not be begun");
      return undefined;
    });
    if (begun === undefined) return { state: "not-begun", message: databaseAway };
    if (!begun) return null;
    // Whether an email may be sent again, and whose address must be confirmed, depends on the transport.
    if (mail.name !== by) return { state: "not-begun", message: changedMeanwhile };
    try {
      const { answer, providerMessageId = messageId } = await mail.send(message);
      if (by === "outbox") return { state: "kept" };
      return { state: "sent", provider: by, providerMessageId, words: answer };
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      log.warn({ code: error.code, failure: error.failure, deliveryId: row.id }, "An email was not taken");
      if (error.failure === "temporary") return { state: "put-off", words: error.message };
      if (error.failure === "unknown") return { state: "unconfirmed", message: maybeSent };
      return { state: "failed", message: explained("The mail server refused it", error.message), words: error.message };
    }
  });
}

type StoredPdf = OutputRow & { blobKey: string };
type Facts = { job: JobRow; practiceName: string; replyTo: Person | null; pdfs: StoredPdf[]; fileNames: string[] };

/** @returns why it cannot go out, or what it is made of */
async function factsOf(row: DeliveryRow, services: Needs): Promise<Facts | { failed: string }> {
  const { db } = services;
  const { practiceId, jobId } = row;
  const [job] = await db
    .select()
    .from(jobs)
    .where(and(eq(jobs.practiceId, practiceId), eq(jobs.id, jobId)));
  const [practice] = await db.select().from(practices).where(eq(practices.id, practiceId));
  if (!job || !practice) return { failed: "The job of this email is gone." };
  const ofRow = and(eq(outputs.practiceId, practiceId), eq(outputs.jobId, jobId), inArray(outputs.id, row.outputIds));
  const found = await db.select().from(outputs).where(ofRow);
  const pdfs = row.outputIds.flatMap(
    (id) => found.find((output): output is StoredPdf => output.id === id && output.blobKey !== null) ?? [],
  );
  if (pdfs.length < row.outputIds.length) {
    return {
      failed: "The files of this job have been deleted, as the retention setting says. Upload them again to send them.",
    };
  }
  const replyTo = await replyToOf(row, services);
  return { job, practiceName: practice.name, replyTo, pdfs, fileNames: await namesOf(row, pdfs, services) };
}

/** Names of the files whose pages the PDFs hold, each once, in the order that the user chose. */
async function namesOf({ practiceId, jobId }: DeliveryRow, pdfs: StoredPdf[], { db }: Needs): Promise<string[]> {
  const fileIds = pdfs.flatMap((pdf) => pdf.fileIds);
  const ofPdfs = and(eq(jobFiles.practiceId, practiceId), eq(jobFiles.jobId, jobId), inArray(jobFiles.id, fileIds));
  const files = await db.select().from(jobFiles).where(ofPdfs).orderBy(jobFiles.position);
  return files.map(({ originalName }) => originalName);
}

/** With an inbound domain answers come here first: they are shown with the job, and forwarded to the same person. */
async function replyToOf(row: DeliveryRow, { config, db, key }: Needs): Promise<Person | null> {
  const person = await confirmerOf(db, row);
  const domain = config.mail.inboundDomain;
  return person && domain ? { name: person.name, address: answerAddress(key, domain, row.id) } : person;
}

function oversize({ recipient }: DeliveryRow, pdfs: StoredPdf[], transportBytes: number): string | null {
  const budget = budgetFor(recipient, transportBytes);
  if (fitTogether(pdfs, budget)) return null;
  if (pdfs.length > budget.attachments) {
    return `It carries ${pdfs.length} PDFs, and ${recipient} takes ${budget.attachments} in one email. Send it again: it goes out in several.`;
  }
  const long = pdfs.find(({ pages }) => pages > budget.filePages);
  if (long) {
    return `${long.name} has ${long.pages} pages, and ${recipient} takes ${budget.filePages} in one PDF. Download it, or upload the files in smaller jobs.`;
  }
  const size = pdfs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const limit = Math.min(budget.fileBytes, Math.floor((budget.emailBytes * 3) / 4));
  const what = pdfs.length === 1 ? `${pdfs[0]?.name} has` : "These PDFs have";
  return `${what} ${megabytes(size)}, and ${recipient} takes ${megabytes(limit)} in one email. Download it, or upload the files in smaller jobs.`;
}

const megabytes = (bytes: number) => `${(bytes / MB).toLocaleString("en-GB", { maximumFractionDigits: 1 })} MB`;
