import { ownPracticePlan } from "@sheaf/contracts/plan-facts.ts";
import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { AppError } from "../../../platform/errors.ts";
import { announce } from "../../../platform/events/events.ts";
import { newId } from "../../../platform/ids.ts";
import { record } from "../../audit/service.ts";
import { lockPractice } from "../../practices/service.ts";
import { fitMembers } from "../seats/seats.ts";
import { periods, plans } from "../table.ts";
import { dayMs } from "./arithmetic.ts";
import { isOwnPractice, runsNow } from "./periods.ts";

/** 100 years: practically unlimited, but a valid date. */
const durationDays = 36_525;

/**
 * Gives an installation's own practice free, unlimited use in addition to anything it has paid, and every member a
 * seat. There is no row in the ledger, since nothing was paid. Does nothing when the practice has unlimited use
 * already.
 */
export async function giveUnlimitedUse(tx: Tx, practiceId: string): Promise<void> {
  await lockPractice(tx, practiceId);
  if (await unlimitedUseOf(tx, practiceId)) return;
  const [plan] = await tx.select().from(plans).where(isOwnPractice);
  if (!plan) throw new Error(`The plan "${ownPracticePlan.slug}" is not in the database`);
  const id = newId();
  // Truncated, not rounded, to the column's milliseconds: the period must be running now.
  const startsAt = sql`date_trunc('milliseconds', now())`;
  await tx.insert(periods).values({
    practiceId,
    id,
    planId: plan.id,
    paymentId: id,
    startsAt,
    endsAt: sql`${startsAt} + make_interval(days => ${durationDays})`,
    allottedMs: durationDays * dayMs,
    documentsAllowed: plan.documentsPerMonth,
  });
  await fitMembers(tx, practiceId);
  await record(tx, { practiceId, userId: null, action: "operator.unlimited-given" });
  await announce(tx, practiceId, { type: "subscription" });
}

/**
 * Ends unlimited use now. The practice's paid plan applies again, with its limits of documents and members.
 * @throws AppError not-found for an unknown practice, not-unlimited when it has no unlimited use
 */
export async function endUnlimitedUse(tx: Tx, practiceId: string): Promise<void> {
  await lockPractice(tx, practiceId);
  const id = await unlimitedUseOf(tx, practiceId);
  if (!id) throw new AppError("not-unlimited", "This practice has no free, unlimited subscription. Reload the page.");
  await tx
    .update(periods)
    .set({ endsAt: sql`greatest(${periods.startsAt}, date_trunc('milliseconds', now()))` })
    .where(equals(periods, { practiceId, id }));
  await fitMembers(tx, practiceId);
  await record(tx, { practiceId, userId: null, action: "operator.unlimited-ended" });
  await announce(tx, practiceId, { type: "subscription" });
}

/** @returns the id of the running period, if there is one */
async function unlimitedUseOf(tx: Tx, practiceId: string): Promise<string | undefined> {
  const [running] = await tx
    .select({ id: periods.id })
    .from(periods)
    .innerJoin(plans, eq(plans.id, periods.planId))
    .where(and(eq(periods.practiceId, practiceId), isOwnPractice, runsNow));
  return running?.id;
}
