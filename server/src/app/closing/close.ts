import { eq } from "drizzle-orm";
import { forgetPractice as forgetAccountEmails } from "../../domain/account-emails/send.ts";
import { endSessionsOf, forgetPractice as forgetPeople } from "../../domain/accounts/index.ts";
import { users } from "../../domain/accounts/table.ts";
import { forgetPractice as forgetArrivals } from "../../domain/arrivals/forget.ts";
import { forgetPractice as forgetAuditLog } from "../../domain/audit/service.ts";
import { forgetPractice as forgetBilling, hasLedger } from "../../domain/billing/index.ts";
import { forgetPractice as forgetCustomers } from "../../domain/customers/service.ts";
import { forgetPractice as forgetDeliveries } from "../../domain/delivery/index.ts";
import { forgetPractice as forgetJobs } from "../../domain/jobs/index.ts";
import { forgetPractice as forgetInvitations } from "../../domain/members/invitations.ts";
import { forgetPractice as forgetCounts } from "../../domain/metrics/practice-counts.ts";
import { keepActiveDays } from "../../domain/metrics/recount.ts";
import { forgetPractice as forgetItself } from "../../domain/practices/service.ts";
import { forgetPractice as forgetPages } from "../../domain/readings/index.ts";
import type { Tx } from "../../platform/db/connect.ts";
import type { Queue } from "../../platform/queue/queue.ts";
import { erasePracticeFiles } from "./erase-files.task.ts";

/**
 * A conversion that is running may still write a few files. After this time it has ended, and the files are erased a
 * second time.
 */
const secondRunDelayMs = 30 * 60_000;

/**
 * Each part of the domain deletes its own rows. The practice's own row and the counts are deleted after these, because
 * triggers count the deleted rows.
 */
const forgetSteps = [
  forgetPeople,
  forgetAuditLog,
  forgetCustomers,
  forgetArrivals,
  forgetPages,
  forgetJobs,
  forgetAccountEmails,
  forgetInvitations,
  forgetDeliveries,
  forgetBilling,
];

/**
 * Erases a practice. Payments and periods are kept, with the name of the payer, as long as the law requires. Files are
 * erased by tasks.
 */
export async function closePractice(tx: Tx, queue: Queue, practiceId: string): Promise<void> {
  const members = await tx.select({ userId: users.id }).from(users).where(eq(users.practiceId, practiceId));
  for (const { userId } of members) await endSessionsOf(tx, { practiceId, userId }, "practice-deleted");
  await keepActiveDays(tx, practiceId);
  for (const forget of forgetSteps) await forget(tx, practiceId);
  await forgetItself(tx, practiceId, { keepName: await hasLedger(tx, practiceId) });
  await forgetCounts(tx, practiceId);
  await queue.add(tx, erasePracticeFiles, { practiceId }, { group: practiceId });
  await queue.add(tx, erasePracticeFiles, { practiceId }, { group: practiceId, delayMs: secondRunDelayMs });
}
