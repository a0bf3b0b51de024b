import type { Destination } from "@sheaf/contracts/destinations.ts";
import { MB } from "@sheaf/contracts/limits.ts";
import { count } from "../../ui/words.ts";
import type { Choices } from "../draft/choices.ts";
import { emailsTo } from "../draft/emails.ts";

type How = Pick<Choices, "separatePdfs" | "separateEmails">;

/** What arrives in the inbox: "3 emails with one document each", "one email with 3 documents"; nothing without files. */
export function inboxSees(address: string, files: number, how: How): string {
  if (files === 0) return "";
  if (!how.separatePdfs || files === 1) return "one email with one document";
  const emails = emailsTo(address, files, how);
  if (emails === files) return `${files} emails with one document each`;
  return `${emails === 1 ? "one email" : count(emails, "email")} with ${count(files, "document")}`;
}

/** What to know about the inbox before sending there with these choices, each one sentence. */
export function inboxCautions(inbox: Destination, files: number, how: How): string[] {
  const { name, maxBytes, maxAttachments, caution } = inbox;
  const cautions: string[] = [];
  if (maxBytes) {
    const { per, bytes } = maxBytes.value;
    cautions.push(`${name} takes up to ${bytes / MB} MB per ${per}.`);
  }
  const most = maxAttachments?.value;
  const attached = how.separatePdfs && !how.separateEmails ? files : 1;
  if (most !== undefined && attached > most) {
    cautions.push(
      most === 1
        ? `${name} takes one document per email: send separate emails.`
        : `${name} takes ${most} documents per email: the rest goes in further emails.`,
    );
  }
  if (caution) cautions.push(caution.value);
  return cautions;
}
