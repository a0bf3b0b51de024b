import { and, eq, sql } from "drizzle-orm";
import { AppError } from "../../../platform/errors.ts";
import { defineScheduledTask } from "../../../platform/queue/task.ts";
import type { OrderServices } from "../orders/order.ts";
import { payingMs } from "./decide.ts";
import { payBack } from "./pay-back.ts";
import { refundRequests } from "./table.ts";

const atOnce = 100;

/**
 * Ends what was begun: money that an administrator decided to give back, and nobody knows whether PayPal sent it. Every
 * 10 minutes.
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
      .limit(atOnce);
    let tried = 0;
    for (const request of begun) {
      if (signal.aborted) break;
      await payBack(services, request).catch((error: unknown) => {
        // Said in the log already, and tried again; one leaves the others their turn.
        if (!(error instanceof AppError)) throw error;
      });
      tried += 1;
    }
    return { refunds: tried };
  },
});
