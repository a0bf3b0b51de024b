import { and, asc, desc, eq, gt, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { allottedTimeOf } from "../periods/allotted-time.ts";
import { everyPeriod, type OpenPeriod, type PlanRow, upgradedAllowance } from "../periods/periods.ts";
import { periods, plans } from "../table.ts";
import { periodUpgrades } from "./table.ts";

type PeriodUpgrade = typeof periodUpgrades.$inferSelect;

/** Records the periods that an upgrade is about to change, so that its refund can revert them. */
export async function recordPeriodUpgrades(
  tx: Tx,
  paymentId: string,
  covered: OpenPeriod[],
  to: PlanRow,
): Promise<void> {
  if (covered.length === 0) return;
  await tx.insert(periodUpgrades).values(
    covered.map((each) => ({
      practiceId: each.period.practiceId,
      paymentId,
      periodId: each.period.id,
      fromPlanId: each.period.planId,
      fromAllowed: each.period.documentsAllowed,
      toPlanId: to.id,
      toAllowed: upgradedAllowance(each, to),
      upgradedAt: sql`clock_timestamp()`,
    })),
  );
}

/** Lists the periods that an upgrade changed, as far as it was not reverted. */
export async function listPeriodUpgrades(db: Db | Tx, practiceId: string, paymentId: string): Promise<PeriodUpgrade[]> {
  return db.select().from(periodUpgrades).where(equals(periodUpgrades, { practiceId, paymentId }));
}

/**
 * Reverts an upgrade: its periods get their previous plan again, unless a later upgrade is based on it. This includes
 * periods that were cut short but may continue if the next one is refunded. Periods that are over stay unchanged.
 */
export async function revertUpgrade(tx: Tx, practiceId: string, paymentId: string): Promise<void> {
  const upgrades = await listPeriodUpgrades(tx, practiceId, paymentId);
  if (upgrades.length === 0) return;
  const unfinished = await unfinishedPeriods(tx, practiceId);
  for (const upgrade of upgrades) {
    const { periodId, fromPlanId, fromAllowed } = upgrade;
    const ofPeriod = equals(periodUpgrades, { practiceId, periodId });
    await tx.delete(periodUpgrades).where(and(ofPeriod, eq(periodUpgrades.paymentId, paymentId)));
    const [later] = await tx
      .select()
      .from(periodUpgrades)
      .where(and(ofPeriod, gt(periodUpgrades.upgradedAt, upgrade.upgradedAt)))
      .orderBy(asc(periodUpgrades.upgradedAt))
      .limit(1);
    if (later) {
      const itself = and(ofPeriod, eq(periodUpgrades.paymentId, later.paymentId));
      await tx.update(periodUpgrades).set({ fromPlanId, fromAllowed }).where(itself);
    } else if (unfinished.has(periodId)) {
      await tx
        .update(periods)
        .set({ planId: fromPlanId, documentsAllowed: fromAllowed })
        .where(equals(periods, { practiceId, id: periodId }));
    }
  }
}

async function unfinishedPeriods(tx: Tx, practiceId: string): Promise<Set<string>> {
  const all = await everyPeriod(tx, practiceId);
  const periodTimes = all.map(({ period }) => period);
  const unfinished = all.filter(({ period: { id, endsAt }, now }) => {
    const own = allottedTimeOf(periodTimes, id);
    return endsAt > now || (own && own.endsAt > now);
  });
  return new Set(unfinished.map(({ period }) => period.id));
}

/** Returns the plan that `revertUpgrade` would give a period; undefined when it would leave the period unchanged. */
export async function planAfterRevert(
  db: Db | Tx,
  { practiceId, periodId, paymentId }: Pick<PeriodUpgrade, "practiceId" | "periodId" | "paymentId">,
): Promise<PlanRow | undefined> {
  const [last] = await db
    .select({ paymentId: periodUpgrades.paymentId, from: plans })
    .from(periodUpgrades)
    .innerJoin(plans, eq(plans.id, periodUpgrades.fromPlanId))
    .where(equals(periodUpgrades, { practiceId, periodId }))
    .orderBy(desc(periodUpgrades.upgradedAt))
    .limit(1);
  return last?.paymentId === paymentId ? last.from : undefined;
}
