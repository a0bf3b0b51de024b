import { attachmentsPerEmail, destinationOf } from "@sheaf/contracts/destinations.ts";
import { MB } from "@sheaf/contracts/limits.ts";
import type { EmailBudget } from "./parcels.ts";

/** What most inboxes take, after base64; a known one, too, that does not say. */
const usualEmailBytes = 20 * MB;

/**
 * What one email to this address may hold: the smaller of what the inbox takes and what the transport hands over.
 * @param transportBytes the transport's largest message, as encoded for its journey
 */
export function budgetFor(address: string, transportBytes: number): EmailBudget {
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
