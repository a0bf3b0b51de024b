import { and, asc, desc, eq, gt, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { allottedTimeOf } from "../periods/allotted-time.ts";
import { everyPeriod, type OpenPeriod, type PlanRow, raisedAllowance } from "../periods/periods.ts";
import { periods, plans } from "../table.ts";
import { raises } from "./table.ts";

type Raise = typeof raises.$inferSelect;

/** Writes down what an upgrade is about to change, so that its refund can take it back. */
export async function recordRaises(tx: Tx, paymentId: string, covered: OpenPeriod[], to: PlanRow): Promise<void> {
  if (covered.length === 0) return;
  await tx.insert(raises).values(
    covered.map((each) => ({
      practiceId: each.period.practiceId,
      paymentId,
      periodId: each.period.id,
      fromPlanId: each.period.planId,
      fromAllowed: each.period.documentsAllowed,
      toPlanId: to.id,
      toAllowed: raisedAllowance(each, to),
      raisedAt: sql`clock_timestamp()`,
    })),
  );
}

/** What an upgrade raised and still stands, period by period. */
export async function listRaises(db: Db | Tx, practiceId: string, paymentId: string): Promise<Raise[]> {
  return db.select().from(raises).where(equals(raises, { practiceId, paymentId }));
}

/**
 * An upgrade that is taken back: its periods have the plan again that they had before, unless a later upgrade stands on it. So do
 * those that were cut short and may go on, should the next one be given back; what is over stays as it was.
 */
export async function revertUpgrade(tx: Tx, practiceId: string, paymentId: string): Promise<void> {
  const raised = await listRaises(tx, practiceId, paymentId);
  if (raised.length === 0) return;
  const unfinished = await unfinishedPeriods(tx, practiceId);
  for (const raise of raised) {
    const { periodId, fromPlanId, fromAllowed } = raise;
    const ofPeriod = equals(raises, { practiceId, periodId });
    await tx.delete(raises).where(and(ofPeriod, eq(raises.paymentId, paymentId)));
    const [later] = await tx
      .select()
      .from(raises)
      .where(and(ofPeriod, gt(raises.raisedAt, raise.raisedAt)))
      .orderBy(asc(raises.raisedAt))
      .limit(1);
    if (later) {
      const itself = and(ofPeriod, eq(raises.paymentId, later.paymentId));
      await tx.update(raises).set({ fromPlanId, fromAllowed }).where(itself);
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

/** The plan that `revertUpgrade` would give a period; undefined when it would leave it alone. */
export async function planAfterRevert(
  db: Db | Tx,
  { practiceId, periodId, paymentId }: Pick<Raise, "practiceId" | "periodId" | "paymentId">,
): Promise<PlanRow | undefined> {
  const [last] = await db
    .select({ paymentId: raises.paymentId, from: plans })
    .from(raises)
    .innerJoin(plans, eq(plans.id, raises.fromPlanId))
    .where(equals(raises, { practiceId, periodId }))
    .orderBy(desc(raises.raisedAt))
    .limit(1);
  return last?.paymentId === paymentId ? last.from : undefined;
}
