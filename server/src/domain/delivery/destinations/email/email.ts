import { MB } from "@sheaf/contracts/limits.ts";
import { senderName } from "../../../../platform/mail/sender-name.ts";
import { MailError, type MailMessage } from "../../../../platform/mail/transport.ts";
import type { JobRow } from "../../../jobs/index.ts";
import { explained, refusesAddress } from "../../events/quoted.ts";
import { suppressionOf } from "../../events/suppressions.ts";
import { replyAddress } from "../../replies/reply-address.ts";
import { mayHaveArrived } from "../../sending/texts.ts";
import type { Destination, DestinationNeeds, Parcel, Recipient } from "../destination.ts";
import { budgetOf, fitTogether, limitsFor } from "./budget.ts";
import { writeEmailBody } from "./email-body.ts";
import { maySend } from "./sender.ts";
import { partSubject } from "./subject.ts";

const changedMeanwhile = "How emails leave has just been changed. It goes out by itself.";

/**
 * Opens the email destination with the transport that is configured now. The transport decides whether an email can be
 * handed over twice without harm, and whether the sender's address must be confirmed.
 */
export function openEmail(services: DestinationNeeds): Destination {
  const { log, mail } = services;
  const transport = mail.name;
  return {
    isIdempotent: transport === "outbox",
    recipientsOf,
    budgetFor: (recipient) => budgetOf(limitsFor(recipient, mail.maxBytes)),
    maySend: (tx, sender) => maySend(tx, { name: transport }, sender),
    async refusalOf(db, { practiceId, recipient }, pdfs = []) {
      return (await suppressionOf(db, practiceId, recipient)) ?? oversize(recipient, pdfs, mail.maxBytes);
    },
    ready(parcel) {
      const message = messageOf(parcel, services);
      return async () => {
        if (mail.name !== transport) return { state: "not-started", message: changedMeanwhile };
        try {
          const { answer, providerMessageId = message.messageId } = await mail.send(message);
          if (transport === "outbox") return { state: "kept" };
          return { state: "sent", provider: transport, providerMessageId, words: answer };
        } catch (error) {
          if (!(error instanceof MailError)) throw error;
          const { code, failure, message: words } = error;
          log.warn({ code, failure, deliveryId: parcel.row.id }, "An email was not accepted");
          if (failure === "temporary") return { state: "put-off", words };
          if (failure === "unknown") return { state: "unconfirmed", message: mayHaveArrived("email") };
          return {
            state: "failed",
            message: explained("The mail server refused it", words),
            words,
            refusesRecipient: refusesAddress(words),
          };
        }
      };
    },
  };
}

/**
 * Returns the customer's accounting inbox, or without one their own address; and their own address for a copy when one
 * is requested and the addresses differ.
 */
function recipientsOf(job: JobRow): Recipient[] {
  const inbox = job.customerOutputEmail ?? job.customerEmail;
  const own = job.customerEmail;
  const copied = job.copyToCustomer && own.toLowerCase() !== inbox.toLowerCase();
  return [{ recipient: inbox, isCopy: false }, ...(copied ? [{ recipient: own, isCopy: true }] : [])];
}

function messageOf(parcel: Parcel, { config, key }: DestinationNeeds): MailMessage & { messageId: string } {
  const { row, practiceName, confirmer, pdfs } = parcel;
  const domain = config.mail.inboundDomain;
  // With an inbound domain, replies come to Sheaf first: it shows them with the job and forwards them to this person.
  const answersTo = domain && replyAddress(key, domain, row.id);
  const replyTo = confirmer && { name: senderName(confirmer.name), address: answersTo || confirmer.address };
  return {
    practiceId: row.practiceId,
    deliveryId: row.id,
    messageId: `${row.id}@${config.mailFrom.address.split("@")[1] ?? "localhost"}`,
    from: { name: senderName(practiceName) || config.companyName, address: config.mailFrom.address },
    to: row.recipient,
    ...(replyTo ? { replyTo } : {}),
    subject: partSubject(row.subject, row),
    ...writeEmailBody(parcel, config),
    attachments: pdfs.map(({ name, sizeBytes, path }) => ({ name, type: "application/pdf", sizeBytes, path })),
  };
}

function oversize(
  recipient: string,
  pdfs: { name: string; sizeBytes: number; pages: number }[],
  transportBytes: number,
): string | null {
  const limits = limitsFor(recipient, transportBytes);
  if (fitTogether(pdfs, limits)) return null;
  if (pdfs.length > limits.attachments) {
    return `It carries ${pdfs.length} PDFs, and ${recipient} takes ${limits.attachments} in one email. Send it again: it goes out in several.`;
  }
  const long = pdfs.find(({ pages }) => pages > limits.filePages);
  if (long) {
    return `${long.name} has ${long.pages} pages, and ${recipient} takes ${limits.filePages} in one PDF. Download it, or upload the files in smaller jobs.`;
  }
  const size = pdfs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const limit = Math.min(limits.fileBytes, Math.floor((limits.emailBytes * 3) / 4));
  const what = pdfs.length === 1 ? `${pdfs[0]?.name} has` : "These PDFs have";
  return `${what} ${megabytes(size)}, and ${recipient} takes ${megabytes(limit)} in one email. Download it, or upload the files in smaller jobs.`;
}

const megabytes = (bytes: number) => `${(bytes / MB).toLocaleString("en-GB", { maximumFractionDigits: 1 })} MB`;
