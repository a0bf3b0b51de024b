import type { Tx } from "../../../platform/db/connect.ts";
import { newId } from "../../../platform/ids.ts";
import type { BillingEmail } from "./billing-email.ts";
import { billingEmails } from "./table.ts";

/**
 * Queues an email about money to the owner of the practice, in the transaction of the event it reports. A task sends
 * it.
 * @param mail.about key of the event: a second email with the same template and key is ignored
 */
export async function queueBillingEmail(
  tx: Tx,
  mail: BillingEmail & { practiceId: string; about: string },
): Promise<void> {
  const { practiceId, template, about, facts } = mail;
  await tx.insert(billingEmails).values({ id: newId(), practiceId, template, about, facts }).onConflictDoNothing();
}
