import { retention } from "@sheaf/contracts/limits.ts";
import { and, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { defineScheduledTask } from "../../../platform/queue/task.ts";
import type { WorkerServices } from "../../../platform/services.ts";
import { orders } from "../table.ts";
import { guestPayments } from "./table.ts";

const unpaidDays = 30;

/**
 * Deletes visitors' orders that were never paid, with their email addresses. Paid orders are kept as long as the
 * ledger. Runs every day.
 */
export const forgetGuests = defineScheduledTask<Pick<WorkerServices, "db">>({
  name: "billing.forget-guests",
  timeoutMs: 60_000,
  async run({ db }) {
    const longAgo = sql`now() - make_interval(years => ${retention.transactionYears})`;
    const unpaid = and(
      inArray(orders.state, ["created", "denied"]),
      lt(orders.createdAt, sql`now() - make_interval(days => ${unpaidDays})`),
    );
    const old = or(unpaid, lt(orders.createdAt, longAgo));
    const ofGuests = await db.delete(orders).where(and(isNull(orders.practiceId), old));
    const payments = await db.delete(guestPayments).where(lt(guestPayments.recordedAt, longAgo));
    return { orders: ofGuests.rowCount ?? 0, payments: payments.rowCount ?? 0 };
  },
});
