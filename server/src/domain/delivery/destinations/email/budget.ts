import { attachmentsPerEmail, destinationOf } from "@sheaf/contracts/destinations.ts";
import { MB } from "@sheaf/contracts/limits.ts";
import type { PdfLimit } from "../../../jobs/index.ts";
import type { Budget } from "../destination.ts";

/** What one email may hold: the smaller of what the transport and the inbox take. */
export interface EmailLimits {
  /** The whole message as it travels. */
  emailBytes: number;
  /** One attached file, as it lies on disk. */
  fileBytes: number;
  filePages: number;
  attachments: number;
}

/** What most inboxes take, after base64; a known one, too, that does not say. */
const usualEmailBytes = 20 * MB;

/**
 * What one email to this address may hold: the smaller of what the inbox takes and what the transport hands over.
 * @param transportBytes the transport's largest message, as encoded for its journey
 */
export function limitsFor(address: string, transportBytes: number): EmailLimits {
  const inbox = destinationOf(address);
  const limit = inbox?.maxBytes?.value;
  const emailBytes = limit?.per === "email" ? limit.bytes : usualEmailBytes;
  return {
    emailBytes: Math.min(emailBytes, transportBytes),
    fileBytes: limit?.per === "file" ? limit.bytes : Number.POSITIVE_INFINITY,
    filePages: inbox?.maxPages?.value ?? Number.POSITIVE_INFINITY,
    attachments: attachmentsPerEmail(address),
  };
}

export const budgetOf = (limits: EmailLimits): Budget => ({
  largest: { sizeBytes: largestPdf(limits), pages: limits.filePages },
  fitTogether: (pdfs) => fitTogether(pdfs, limits),
});

/** Headers, the letter in both forms and the attachment's own headers. */
const letterBytes = 24_576;
const attachmentHeaderBytes = 1_024;

/** Bytes of a file within a message: base64 in lines of 76 signs. */
export function mailedBytes(sizeBytes: number): number {
  const base64 = Math.ceil(sizeBytes / 3) * 4;
  return base64 + 2 * Math.ceil(base64 / 76) + attachmentHeaderBytes;
}

/** The largest file that fits into one email on its own. */
export function largestPdf({ emailBytes, fileBytes }: EmailLimits): number {
  const left = Math.max(0, emailBytes - letterBytes - attachmentHeaderBytes);
  // 78 bytes travel for every 57 of the file.
  return Math.min(fileBytes, Math.floor(left / 78) * 57);
}

/** Whether all of these can go in one email. */
export function fitTogether(pdfs: PdfLimit[], limits: EmailLimits): boolean {
  const travels = pdfs.reduce((sum, { sizeBytes }) => sum + mailedBytes(sizeBytes), letterBytes);
  return (
    pdfs.length <= limits.attachments &&
    travels <= limits.emailBytes &&
    pdfs.every(({ sizeBytes, pages }) => sizeBytes <= limits.fileBytes && pages <= limits.filePages)
  );
}
