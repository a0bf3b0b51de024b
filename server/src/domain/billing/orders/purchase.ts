import { transferDays } from "@sheaf/contracts/limits.ts";
import type { paymentMethods, purchases } from "@sheaf/contracts/payments.ts";
import { eq } from "drizzle-orm";
import { databaseNow } from "../../../platform/db/clock.ts";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { newId } from "../../../platform/ids.ts";
import { creditOf, enter, enterCredit } from "../ledger/ledger.ts";
import { dayMs, nextPeriod, upgradePence } from "../periods/arithmetic.ts";
import {
  addPeriod,
  type OpenPeriod,
  openPeriods,
  type PlanRow,
  paidPeriods,
  upgradePeriods,
} from "../periods/periods.ts";
import { recordPeriodUpgrades } from "../refunds/period-upgrades.ts";
import { fitMembers } from "../seats/seats.ts";
import { cancellations } from "../table.ts";

/** The current price of a plan and what buying it does. */
export interface Price {
  buys: (typeof purchases)[number];
  pricePence: number;
  /** The part of the price that the practice's credit pays. */
  creditPence: number;
  startsAt: Date;
  /** The end of the paid time after the purchase. An upgrade at this price covers no period that ends later. */
  endsAt: Date;
}

/**
 * Computes the price of a plan. A plan dearer than the running paid one is an upgrade; otherwise the purchase adds 30
 * days. Free periods do not count as paid: they are moved behind bought ones, and never upgraded.
 */
export async function priceOf(db: Db | Tx, practiceId: string, plan: PlanRow): Promise<Price> {
  const paid = await paidPeriods(db, practiceId);
  const credit = await creditOf(db, practiceId);
  const [running] = paid;
  const last = paid.at(-1);
  if (running && last && plan.pricePence > running.plan.pricePence) {
    const pricePence = upgradeOf(paid, plan) ?? 0;
    const creditPence = Math.min(credit, pricePence);
    return { buys: "upgrade", pricePence, creditPence, startsAt: running.now, endsAt: last.period.endsAt };
  }
  const { pricePence } = plan;
  const period = nextPeriod(running?.now ?? (await databaseNow(db)), last?.period.endsAt ?? null);
  return { buys: "period", pricePence, creditPence: Math.min(credit, pricePence), ...period };
}

export interface Purchase {
  practiceId: string;
  plan: PlanRow;
  price: Pick<Price, "buys" | "creditPence" | "endsAt">;
  /** The money received. Together with the credit it is the price. */
  amountPence: number;
  method: (typeof paymentMethods)[number];
  /** Id of the capture or transfer; each buys only once. */
  reference: string;
}

export interface Bought {
  paymentId: string;
  /** "credit": the purchase is no longer possible, and the whole amount became the practice's credit. */
  outcome: "period" | "upgrade" | "credit";
  /** End of the paid time; null when nothing is paid. */
  paidUntil: Date | null;
}

/**
 * Enters a payment into the ledger and gives what it bought. No money is lost: if the purchase is no longer possible,
 * the payment becomes credit, and so does the price of upgraded days that have passed since the price was set. The
 * caller holds `lockPractice`.
 * @returns null when the same payment was entered before
 */
export async function fulfil(tx: Tx, purchase: Purchase): Promise<Bought | null> {
  const { practiceId, plan, price, amountPence, method, reference } = purchase;
  const paymentId = await enter(tx, {
    practiceId,
    kind: "payment",
    buys: price.buys,
    planId: plan.id,
    amountPence,
    method,
    reference,
  });
  if (!paymentId) return null;

  const outcome = await give(tx, paymentId, purchase);
  await tx.delete(cancellations).where(eq(cancellations.practiceId, practiceId));
  await fitMembers(tx, practiceId);
  const open = await openPeriods(tx, practiceId);
  return { paymentId, outcome, paidUntil: open.at(-1)?.period.endsAt ?? null };
}

async function give(tx: Tx, paymentId: string, purchase: Purchase): Promise<Bought["outcome"]> {
  const { practiceId, plan, price, amountPence } = purchase;
  const enough = (await creditOf(tx, practiceId)) >= price.creditPence;
  if (price.buys === "period") {
    if (!enough) return giveCredit(tx, practiceId, paymentId, amountPence);
    await useCredit(tx, practiceId, paymentId, price.creditPence);
    await addPeriod(tx, { practiceId, paymentId, plan, id: newId() });
    return "period";
  }
  const covered = (await paidPeriods(tx, practiceId)).filter(
    ({ period, plan: { pricePence } }) => period.endsAt <= price.endsAt && pricePence < plan.pricePence,
  );
  const costs = upgradeOf(covered, plan);
  const paid = amountPence + price.creditPence;
  if (!enough || costs === null || costs > paid) return giveCredit(tx, practiceId, paymentId, amountPence);
  await useCredit(tx, practiceId, paymentId, price.creditPence);
  await recordPeriodUpgrades(tx, paymentId, covered, plan);
  await upgradePeriods(tx, covered, plan);
  await giveCredit(tx, practiceId, paymentId, paid - costs);
  return "upgrade";
}

function upgradeOf(open: OpenPeriod[], plan: PlanRow, daysAgo = 0): number | null {
  const [first] = open;
  if (!first) return null;
  const paid = open.map(({ period, plan: { pricePence } }) => ({ ...period, pricePence }));
  return upgradePence(paid, plan.pricePence, new Date(first.now.getTime() - daysAgo * dayMs));
}

/**
 * Finds out what a bank transfer of this amount buys. Tried in this order: the current offer, with or without the
 * practice's credit; an upgrade at the price of one of the last days; 30 days; an upgrade at one of those prices less
 * the credit.
 * @returns null when the amount is no price of the plan
 */
export async function purchaseOf(
  tx: Tx,
  practiceId: string,
  plan: PlanRow,
  amountPence: number,
): Promise<Purchase["price"] | null> {
  const now = await priceOf(tx, practiceId, plan);
  const { pricePence, creditPence } = now;
  if (creditPence < pricePence && amountPence === pricePence - creditPence) return now;
  const plain = { ...now, creditPence: 0 };
  if (amountPence === pricePence) return plain;
  const earlier = now.buys === "upgrade" ? await upgradePrices(tx, practiceId, plan) : [];
  if (earlier.includes(amountPence)) return plain;
  if (amountPence === plan.pricePence) return { ...plain, buys: "period" };
  const credit = await creditOf(tx, practiceId);
  return amountPence > 0 && earlier.includes(amountPence + credit) ? { ...now, creditPence: credit } : null;
}

/** Returns the prices of an upgrade today and on the days before, including periods that have ended since. */
async function upgradePrices(tx: Tx, practiceId: string, plan: PlanRow): Promise<(number | null)[]> {
  const paid = await paidPeriods(tx, practiceId, transferDays);
  return Array.from({ length: transferDays + 1 }, (_, daysAgo) => upgradeOf(paid, plan, daysAgo));
}

async function useCredit(tx: Tx, practiceId: string, paymentId: string, pence: number): Promise<void> {
  if (pence === 0) return;
  const reference = `For payment ${paymentId}`;
  await enterCredit(tx, { practiceId, kind: "credit-used", creditPence: -pence, paymentId, reference });
}

async function giveCredit(tx: Tx, practiceId: string, paymentId: string, pence: number): Promise<"credit"> {
  if (pence === 0) return "credit";
  const reference = `From payment ${paymentId}`;
  await enterCredit(tx, { practiceId, kind: "credit", creditPence: pence, paymentId, reference });
  return "credit";
}
