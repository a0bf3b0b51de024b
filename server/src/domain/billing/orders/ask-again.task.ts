import { asc, sql } from "drizzle-orm";
import { defineScheduledTask } from "../../../platform/queue/task.ts";
import { orders } from "../table.ts";
import { followUp } from "./follow-up.ts";
import type { OrderServices } from "./order.ts";

const atOnce = 200;

/**
 * Asks PayPal about orders that are still open, should a notice never have come: those not paid yet for as long as they
 * can be approved, those held back for as long as PayPal may take. Every hour.
 */
export const askAgain = defineScheduledTask<OrderServices>({
  name: "billing.ask-again",
  timeoutMs: 10 * 60_000,
  async run(services, { signal }) {
    const { config, db, log } = services;
    if (!config.payPal) return undefined;
    let asked = 0;
    const open = await db
      .select({ orderId: orders.id })
      .from(orders)
      .where(
        sql`(${orders.state} = 'created' and ${orders.createdAt} > now() - interval '3 days')
          or (${orders.state} = 'pending' and ${orders.createdAt} > now() - interval '45 days')`,
      )
      // Whichever turn it is of a long list.
      .orderBy(asc(sql`random()`))
      .limit(atOnce);
    for (const { orderId } of open) {
      if (signal.aborted) break;
      // One that cannot be read leaves the others their turn.
      await followUp(services, { orderId }).catch(() => log.warn({ orderId }, "PayPal could not tell about an order"));
      asked += 1;
    }
    return { orders: asked };
  },
});
