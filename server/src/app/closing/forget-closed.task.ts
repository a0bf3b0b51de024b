import { retention } from "@sheaf/contracts/limits.ts";
import { and, eq, gte, notExists, sql } from "drizzle-orm";
import { users } from "../../domain/accounts/table.ts";
import { forgetLedgers } from "../../domain/billing/index.ts";
import { payments } from "../../domain/billing/table.ts";
import { deletePractices } from "../../domain/practices/service.ts";
import { practices } from "../../domain/practices/table.ts";
import { defineScheduledTask } from "../../platform/queue/task.ts";
import type { WorkerServices } from "../../platform/services.ts";

const batchSize = 100;

/**
 * Deletes the remaining rows of closed practices when the last payment is older than the law requires payments to be
 * kept. Runs daily.
 */
export const forgetClosedPractices = defineScheduledTask<Pick<WorkerServices, "db">>({
  name: "practices.forget-closed",
  timeoutMs: 10 * 60_000,
  async run({ db }) {
    const forgotten = await db.transaction(async (tx) => {
      const oldest = sql`now() - make_interval(years => ${retention.transactionYears})`;
      // An open practice always has an owner.
      const owner = tx.select({ one: sql`1` }).from(users).where(eq(users.practiceId, practices.id));
      const recent = tx
        .select({ one: sql`1` })
        .from(payments)
        .where(and(eq(payments.practiceId, practices.id), gte(payments.recordedAt, oldest)));
      const old = await tx
        .select({ id: practices.id })
        .from(practices)
        .where(and(notExists(owner), notExists(recent)))
        .limit(batchSize)
        .for("update", { skipLocked: true });
      const ids = old.map(({ id }) => id);
      if (ids.length === 0) return 0;
      await forgetLedgers(tx, ids);
      await deletePractices(tx, ids);
      return ids.length;
    });
    return { practices: forgotten };
  },
});
