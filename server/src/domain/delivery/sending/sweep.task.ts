import { deliveriesUnderWay } from "@sheaf/contracts/delivery-states.ts";
import { and, inArray, lt, notExists, sql } from "drizzle-orm";
import { unfinishedTasks } from "../../../platform/queue/pg-boss-tables.ts";
import { defineScheduledTask } from "../../../platform/queue/task.ts";
import type { WorkerServices } from "../../../platform/services.ts";
import { deliveries, deliveryReplies } from "../table.ts";
import { deliverEmail } from "./deliver.task.ts";

/** An email that is overdue for this long has lost its task: the queue itself is never so slow. */
const lateSeconds = 60;
const batchSize = 1_000;

/**
 * Queues emails that are due but have no task, and deletes replies that were not forwarded within a day. Runs every
 * minute; several machines may run it at once.
 */
export const sweepDeliveries = defineScheduledTask<Pick<WorkerServices, "db" | "log" | "queue">>({
  name: "delivery.sweep",
  timeoutMs: 50_000,
  async run({ db, log, queue }) {
    const requeued = await db.transaction(async (tx) => {
      const due = sql`coalesce(${deliveries.sendingUntil}, ${deliveries.nextTryAt}, ${deliveries.sendAfter}, ${deliveries.createdAt})`;
      const lost = await tx
        .select({ practiceId: deliveries.practiceId, jobId: deliveries.jobId, deliveryId: deliveries.id })
        .from(deliveries)
        .where(
          and(
            inArray(deliveries.state, [...deliveriesUnderWay]),
            lt(due, sql`now() - make_interval(secs => ${lateSeconds})`),
            notExists(unfinishedTasks(deliverEmail, "deliveryId", deliveries.id)),
          ),
        )
        .limit(batchSize)
        .for("update", { skipLocked: true });
      // Two tasks for one email do no harm: only one of them can claim it.
      for (const ref of lost) await queue.add(tx, deliverEmail, ref, { group: ref.practiceId });
      return lost.length;
    });
    await db.delete(deliveryReplies).where(lt(deliveryReplies.createdAt, sql`now() - interval '1 day'`));
    if (requeued > 0) log.warn({ emails: requeued }, "Emails without a task were queued again");
    return { emails: requeued };
  },
});
