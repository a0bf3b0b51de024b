import { asc, sql } from "drizzle-orm";
import { defineScheduledTask } from "../../../platform/queue/task.ts";
import { orders } from "../table.ts";
import { followUp } from "./follow-up.ts";
import type { OrderServices } from "./order.ts";

const batchSize = 200;

/**
 * Requests the state of open orders from PayPal, in case a webhook event was lost: unpaid orders for as long as they
 * can be approved, pending ones for as long as PayPal may take. Runs every hour.
 */
export const checkOpenOrders = defineScheduledTask<OrderServices>({
  name: "billing.ask-again",
  timeoutMs: 10 * 60_000,
  async run(services, { signal }) {
    const { config, db, log } = services;
    if (!config.payPal) return undefined;
    let checked = 0;
    const open = await db
      .select({ orderId: orders.id })
      .from(orders)
      .where(
        sql`(${orders.state} = 'created' and ${orders.createdAt} > now() - interval '3 days')
          or (${orders.state} = 'pending' and ${orders.createdAt} > now() - interval '45 days')`,
      )
      // In random order, so that every order of a long list is checked sooner or later.
      .orderBy(asc(sql`random()`))
      .limit(batchSize);
    for (const { orderId } of open) {
      if (signal.aborted) break;
      // An order that cannot be read does not hold up the others.
      await followUp(services, { orderId }).catch(() =>
        log.warn({ orderId }, "PayPal could not be asked about an order"),
      );
      checked += 1;
    }
    return { orders: checked };
  },
});
