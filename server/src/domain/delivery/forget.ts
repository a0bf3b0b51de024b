import { eq } from "drizzle-orm";
import type { Tx } from "../../platform/db/connect.ts";
import { outboxMessages } from "./outbox/table.ts";
import { deliveryEvents, deliveryReplies, suppressions } from "./table.ts";

/** Deletes a closed practice's outbox, events, replies and suppressions. Its emails are deleted with their jobs. */
export async function forgetPractice(tx: Tx, practiceId: string): Promise<void> {
  await tx.delete(outboxMessages).where(eq(outboxMessages.practiceId, practiceId));
  await tx.delete(deliveryEvents).where(eq(deliveryEvents.practiceId, practiceId));
  await tx.delete(deliveryReplies).where(eq(deliveryReplies.practiceId, practiceId));
  await tx.delete(suppressions).where(eq(suppressions.practiceId, practiceId));
}
