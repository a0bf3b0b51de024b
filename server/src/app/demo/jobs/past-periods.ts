import { periodDays } from "@sheaf/contracts/limits.ts";
import { and, eq, gt, lte, sql } from "drizzle-orm";
import { findPlan } from "../../../domain/billing/index.ts";
import { payments, periods } from "../../../domain/billing/table.ts";
import { customers } from "../../../domain/customers/table.ts";
import { practices } from "../../../domain/practices/table.ts";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { inventPayment } from "../history-work.ts";

const dayMs = 24 * 3600_000;
const planSlug = "small-firm";
/** Enough for jobs of three months. */
const periodCount = 4;
/** Days that the last period still runs. */
const daysLeft = 19;

/**
 * Gives the demonstration's practice four consecutive paid periods. Does nothing when the practice already has a
 * period.
 */
export async function inventPastPeriods(db: Db, practiceId: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    if ((await tx.$count(periods, eq(periods.practiceId, practiceId))) > 0) return;
    const plan = await findPlan(tx, planSlug);
    if (!plan) throw new Error(`There is no plan ${planSlug}`);
    const begin = now.getTime() - (periodCount * periodDays - daysLeft) * dayMs;
    await tx
      .update(practices)
      .set({ createdAt: new Date(begin - dayMs) })
      .where(eq(practices.id, practiceId));
    for (let number = 0; number < periodCount; number++) {
      const startsAt = new Date(begin + number * periodDays * dayMs);
      const reference = `Demonstration ${practiceId} ${number + 1}`;
      const { payment, period } = inventPayment({ practiceId, plan, startsAt, reference });
      await tx.insert(payments).values(payment);
      await tx.insert(periods).values(period);
    }
  });
}

/** Moves the creation of the practice's customers into its first weeks, one after the other. */
export async function inventPastCustomers(db: Db, practiceId: string): Promise<void> {
  const sinceThen = sql`row_number() over (order by ${customers.id}) * interval '37 hours'`;
  await db.execute(sql`
    update ${customers} set created_at = past.at from (
      select ${customers.id} as id, ${practices.createdAt} + ${sinceThen} as at
      from ${customers} join ${practices} on ${practices.id} = ${customers.practiceId}
      where ${customers.practiceId} = ${practiceId}
    ) past where ${customers.practiceId} = ${practiceId} and ${customers.id} = past.id`);
}

/** Counts documents as used in the period that ran at a given time. @returns its id */
export async function countDocumentsInPeriod(tx: Tx, practiceId: string, at: Date, documents: number): Promise<string> {
  const [period] = await tx
    .update(periods)
    .set({ documentsUsed: sql`${periods.documentsUsed} + ${documents}` })
    .where(and(eq(periods.practiceId, practiceId), lte(periods.startsAt, at), gt(periods.endsAt, at)))
    .returning({ id: periods.id });
  if (!period) throw new Error(`The demonstration's practice had nothing paid at ${at.toISOString()}`);
  return period.id;
}
