import { and, isNull, sql } from "drizzle-orm";
import type { Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { announce } from "../../../platform/events/events.ts";
import type { Queue } from "../../../platform/queue/queue.ts";
import { deliveries } from "../table.ts";
import { deliverEmail } from "./deliver.task.ts";

/**
 * Releases the emails that waited for this user to confirm their address. Called in the transaction that writes the
 * confirmation, after that write.
 * @param queue omitted by callers that have none: the sweep then queues the emails within two minutes
 */
export async function releaseEmails(
  tx: Tx,
  { practiceId, userId, queue }: { practiceId: string; userId: string; queue?: Queue },
): Promise<void> {
  const released = await tx
    .update(deliveries)
    .set({ state: "waiting", awaitsSender: false, message: null, sendAfter: sql`now()` })
    .where(
      and(
        equals(deliveries, { practiceId, state: "failed", awaitsSender: true, confirmedById: userId }),
        isNull(deliveries.replacedById),
      ),
    )
    .returning({ jobId: deliveries.jobId, deliveryId: deliveries.id });
  for (const { jobId, deliveryId } of released) {
    await queue?.add(tx, deliverEmail, { practiceId, jobId, deliveryId }, { group: practiceId });
  }
  for (const id of new Set(released.map(({ jobId }) => jobId))) await announce(tx, practiceId, { type: "job", id });
}
