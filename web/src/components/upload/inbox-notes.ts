import { attachmentsPerEmail, type Destination } from "@sheaf/contracts/destinations.ts";
import { MB } from "@sheaf/contracts/limits.ts";
import { count } from "../../ui/words.ts";
import { deliveriesInWords, deliveriesTo, type HowDelivered } from "../draft/deliveries.ts";

/**
 * What arrives in the inbox: "3 emails with one document each", "one email with 3 documents"; nothing without files.
 * @param more some of the files are unpacked and may become several documents
 */
export function describeArrival(address: string, files: number, how: HowDelivered, more = false): string {
  if (files === 0) return "";
  if (more && how.separatePdfs) {
    const limit = how.separateDeliveries ? 1 : attachmentsPerEmail(address);
    return limit === 1 ? "one email for each document" : `emails with up to ${limit} documents each`;
  }
  if (!how.separatePdfs || files === 1) return "one email with one document";
  const emails = deliveriesTo("email", address, files, how);
  if (emails === files) return `${files} emails with one document each`;
  return `${deliveriesInWords("email", emails)} with ${count(files, "document")}`;
}

/** Returns what to know about the inbox before sending with these choices, one sentence each. */
export function inboxCautions(inbox: Destination, files: number, how: HowDelivered): string[] {
  const { name, maxBytes, maxAttachments, caution } = inbox;
  const cautions: string[] = [];
  if (maxBytes) {
    const { per, bytes } = maxBytes.value;
    cautions.push(`${name} takes up to ${bytes / MB} MB per ${per}.`);
  }
  const maxFiles = maxAttachments?.value;
  const attached = how.separatePdfs && !how.separateDeliveries ? files : 1;
  if (maxFiles !== undefined && attached > maxFiles) {
    cautions.push(
      maxFiles === 1
        ? `${name} takes one document per email: send separate emails.`
        : `${name} takes ${maxFiles} documents per email: the rest goes in further emails.`,
    );
  }
  if (caution) cautions.push(caution.value);
  return cautions;
}
