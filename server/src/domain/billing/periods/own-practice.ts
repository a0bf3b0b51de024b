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

/** 100 years: as good as for ever, and still an end that every date can be. */
const lastsDays = 36_525;

/**
 * Gives an installation's own practice free, unlimited use beside whatever it has paid, and everybody of it a place. No
 * row of the ledger: nothing was paid. A practice that has it already keeps it.
 */
export async function giveUnlimitedUse(tx: Tx, practiceId: string): Promise<void> {
  await lockPractice(tx, practiceId);
  if (await unlimitedUseOf(tx, practiceId)) return;
  const [plan] = await tx.select().from(plans).where(isOwnPractice);
  if (!plan) throw new Error(`The plan "${ownPracticePlan.slug}" is not in the database`);
  const id = newId();
  // Cut, not rounded, to the column's milliseconds: it must be running now.
  const startsAt = sql`date_trunc('milliseconds', now())`;
  await tx.insert(periods).values({
    practiceId,
    id,
    planId: plan.id,
    paymentId: id,
    startsAt,
    endsAt: sql`${startsAt} + make_interval(days => ${lastsDays})`,
    allottedMs: lastsDays * dayMs,
    documentsAllowed: plan.documentsPerMonth,
  });
  await fitMembers(tx, practiceId);
  await record(tx, { practiceId, userId: null, action: "operator.unlimited-given" });
  await announce(tx, practiceId, { type: "subscription" });
}

/**
 * Ends it now: what the practice has paid holds again, with its own number of documents and members.
 * @throws AppError not-found for an unknown practice, not-unlimited when it has none
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
