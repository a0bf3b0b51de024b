import { and, eq, sql } from "drizzle-orm";
import { AppError } from "../../../platform/errors.ts";
import { defineScheduledTask } from "../../../platform/queue/task.ts";
import type { OrderServices } from "../orders/order.ts";
import { payingMs } from "./decide.ts";
import { payBack } from "./pay-back.ts";
import { refundRequests } from "./table.ts";

const batchSize = 100;

/**
 * Completes refunds that an administrator granted and of which it is unknown whether PayPal has sent the money. Runs
 * every 10 minutes.
 */
export const finishRefunds = defineScheduledTask<OrderServices>({
  name: "billing.finish-refunds",
  timeoutMs: 9 * 60_000,
  async run(services, { signal }) {
    const begun = await services.db
      .select()
      .from(refundRequests)
      .where(
        and(
          eq(refundRequests.state, "pending"),
          sql`${refundRequests.payingSince} < now() - make_interval(secs => ${payingMs / 1000})`,
        ),
      )
      .orderBy(refundRequests.payingSince)
      .limit(batchSize);
    let tried = 0;
    for (const request of begun) {
      if (signal.aborted) break;
      await payBack(services, request).catch((error: unknown) => {
        // Logged already, and tried again by the next run; a failure does not hold up the other refunds.
        if (!(error instanceof AppError)) throw error;
      });
      tried += 1;
    }
    return { refunds: tried };
  },
});
