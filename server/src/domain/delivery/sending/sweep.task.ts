import { deliveriesUnderWay } from "@sheaf/contracts/delivery-states.ts";
import { and, inArray, lt, notExists, sql } from "drizzle-orm";
import { unfinishedTasks } from "../../../platform/queue/pg-boss-tables.ts";
import { defineScheduledTask } from "../../../platform/queue/task.ts";
import type { WorkerServices } from "../../../platform/services.ts";
import { deliveries, deliveryReplies } from "../table.ts";
import { deliverEmail } from "./deliver.task.ts";

/** A row this late has lost its task; the queue itself is never so slow. */
const lateSeconds = 60;
const atOnce = 1_000;

/**
 * Emails that are due while the queue knows nothing of them, and answers that outlived their forwarding. Every minute;
 * safe on two machines at once.
 */
export const sweepDeliveries = defineScheduledTask<Pick<WorkerServices, "db" | "log" | "queue">>({
  name: "delivery.sweep",
  timeoutMs: 50_000,
  async run({ db, log, queue }) {
    const woken = await db.transaction(async (tx) => {
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
        .limit(atOnce)
        .for("update", { skipLocked: true });
      // Two tasks for one email do no harm: the claim lets one of them through.
      for (const ref of lost) await queue.add(tx, deliverEmail, ref, { group: ref.practiceId });
      return lost.length;
    });
    await db.delete(deliveryReplies).where(lt(deliveryReplies.createdAt, sql`now() - interval '1 day'`));
    if (woken > 0) log.warn({ emails: woken }, "Emails had lost their tasks");
    return { emails: woken };
  },
});
