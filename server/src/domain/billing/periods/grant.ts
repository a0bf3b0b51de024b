import { periodDays } from "@sheaf/contracts/limits.ts";
import type { Tx } from "../../../platform/db/connect.ts";
import { AppError } from "../../../platform/errors.ts";
import { announce } from "../../../platform/events/events.ts";
import { newId } from "../../../platform/ids.ts";
import { record } from "../../audit/service.ts";
import { lockPractice } from "../../practices/service.ts";
import { enter } from "../ledger/ledger.ts";
import { findPlan } from "../plans.ts";
import { fitMembers } from "../seats/seats.ts";
import { addPeriod, openPeriods, type PlanRow } from "./periods.ts";

/**
 * Grants free days: a row of the ledger without money, and periods after all existing ones, or from now on. Each period
 * has 30 days, the last one the remainder. Each has the plan's documents in proportion to its days.
 * @param given.planSlug for a practice with no running period; otherwise its last plan continues
 * @throws AppError not-found, bad-request when a plan is missing or another one is paid
 */
export async function grantDays(
  tx: Tx,
  { practiceId, days, planSlug }: { practiceId: string; days: number; planSlug?: string | undefined },
): Promise<{ plan: PlanRow }> {
  await lockPractice(tx, practiceId);
  const plan = await planToGrant(tx, practiceId, planSlug);
  const paymentId = await enter(tx, {
    practiceId,
    kind: "adjustment",
    planId: plan.id,
    amountPence: 0,
    method: "credit",
    reference: `Granted ${newId()}`,
  });
  if (!paymentId) throw new Error("A new grant is already recorded");
  for (let left = days; left > 0; left -= periodDays) {
    await addPeriod(tx, { practiceId, paymentId, plan, id: newId(), days: Math.min(left, periodDays) });
  }
  await fitMembers(tx, practiceId);
  await record(tx, {
    practiceId,
    userId: null,
    action: "operator.days-granted",
    subjectId: paymentId,
    detail: { days },
  });
  await announce(tx, practiceId, { type: "subscription" });
  return { plan };
}

async function planToGrant(tx: Tx, practiceId: string, slug: string | undefined): Promise<PlanRow> {
  const last = (await openPeriods(tx, practiceId)).at(-1)?.plan;
  if (last && slug && slug !== last.slug) {
    throw new AppError(
      "bad-request",
      `${last.name} is already paid, and the free days are added to it. Leave the plan as it is.`,
    );
  }
  if (last) return last;
  if (!slug)
    throw new AppError(
      "bad-request",
      "This practice has no paid plan at the moment. Choose the plan that the days are for.",
    );
  const plan = await findPlan(tx, slug);
  if (!plan) throw new AppError("not-found", `There is no plan "${slug}".`);
  return plan;
}
