import type { Tx } from "../../../platform/db/connect.ts";
import { newId } from "../../../platform/ids.ts";
import type { BillingEmail } from "./billing-email.ts";
import { billingEmails } from "./table.ts";

/**
 * An email about money to the owner of the practice, in the transaction of what it tells; a task hands it over.
 * @param mail.about what it is about: nothing is told twice
 */
export async function queueBillingEmail(
  tx: Tx,
  mail: BillingEmail & { practiceId: string; about: string },
): Promise<void> {
  const { practiceId, template, about, facts } = mail;
  await tx.insert(billingEmails).values({ id: newId(), practiceId, template, about, facts }).onConflictDoNothing();
}
