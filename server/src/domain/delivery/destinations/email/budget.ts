import { attachmentsPerEmail, destinationOf } from "@sheaf/contracts/destinations.ts";
import { MB } from "@sheaf/contracts/limits.ts";
import type { PdfLimit } from "../../../jobs/index.ts";
import type { Budget } from "../destination.ts";

/** The limits of one email: the smaller of the transport's and the inbox's. */
export interface EmailLimits {
  /** The whole message, encoded. */
  emailBytes: number;
  /** One attached file, before encoding. */
  fileBytes: number;
  filePages: number;
  attachments: number;
}

/** Limit of most inboxes, after base64 encoding. Used also for known inboxes that do not state theirs. */
const usualEmailBytes = 20 * MB;

/**
 * Returns the limits of one email to this address: the smaller of the inbox's and the transport's.
 * @param transportBytes the transport's largest message, encoded
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

/** Allowances for a message's headers with its body as text and HTML, and for the headers of each attachment. */
const bodyBytes = 24_576;
const attachmentHeaderBytes = 1_024;

/** Returns the size of a file within a message: base64 in lines of 76 characters, and the attachment's headers. */
export function mailedBytes(sizeBytes: number): number {
  const base64 = Math.ceil(sizeBytes / 3) * 4;
  return base64 + 2 * Math.ceil(base64 / 76) + attachmentHeaderBytes;
}

/** Returns the size of the largest file that fits into one email on its own. */
export function largestPdf({ emailBytes, fileBytes }: EmailLimits): number {
  const left = Math.max(0, emailBytes - bodyBytes - attachmentHeaderBytes);
  // 57 bytes of the file become a line of 76 base64 characters and CRLF: 78 bytes.
  return Math.min(fileBytes, Math.floor(left / 78) * 57);
}

/** Returns whether these PDFs fit into one email. */
export function fitTogether(pdfs: PdfLimit[], limits: EmailLimits): boolean {
  const encoded = pdfs.reduce((sum, { sizeBytes }) => sum + mailedBytes(sizeBytes), bodyBytes);
  return (
    pdfs.length <= limits.attachments &&
    encoded <= limits.emailBytes &&
    pdfs.every(({ sizeBytes, pages }) => sizeBytes <= limits.fileBytes && pages <= limits.filePages)
  );
}
