import { refundTerms } from "@sheaf/contracts/business-facts.ts";
import { periodDays } from "@sheaf/contracts/limits.ts";

/*
 * Arithmetic of money and time. Amounts are whole pence. Time is absolute, so that neither a leap day nor a change of
 * the clocks makes a period longer or shorter.
 */

export const dayMs = 24 * 3_600_000;
export const periodMs = periodDays * dayMs;

/** Counts the days left, including the one that has begun. Never negative, even if a clock jumps. */
export function daysLeft(now: Date, paidUntil: Date): number {
  return Math.max(0, Math.ceil((paidUntil.getTime() - now.getTime()) / dayMs));
}

/** A span of time paid at a plan's price for 30 days. */
export interface PaidTime {
  pricePence: number;
  startsAt: Date;
  endsAt: Date;
}

/**
 * Computes the price of a change to a dearer plan: for every paid day at a lower price the difference in price, rounded
 * up to a penny.
 * @returns null when there is no such day, so there is nothing to upgrade
 */
export function upgradePence(paid: PaidTime[], toPence: number, now: Date): number | null {
  const dayPence = paid.map(({ pricePence, startsAt, endsAt }) => {
    const from = startsAt > now ? startsAt : now;
    return Math.max(0, toPence - pricePence) * daysLeft(from, endsAt);
  });
  const total = dayPence.reduce((sum, pence) => sum + pence, 0);
  return total === 0 ? null : Math.ceil(total / periodDays);
}

/** Returns the next paid period. It begins when the paid time ends, or now. */
export function nextPeriod(now: Date, paidUntil: Date | null): { startsAt: Date; endsAt: Date } {
  const startsAt = new Date(Math.max(now.getTime(), paidUntil?.getTime() ?? 0));
  return { startsAt, endsAt: new Date(startsAt.getTime() + periodMs) };
}

/**
 * "full": the money is refunded on request. "credit": a credit, or what an administrator decides. "denied": neither.
 */
export type RefundOutcome = "full" | "credit" | "denied" | "too-late";

/** @param used documents of the period that the payment bought, out of `allowed` */
export function refundOutcome(paidAt: Date, now: Date, used: number, allowed: number): RefundOutcome {
  if (now.getTime() - paidAt.getTime() > refundTerms.windowDays * dayMs) return "too-late";
  const share = allowed === 0 ? 1 : used / allowed;
  if (share > refundTerms.deniedAbove) return "denied";
  return share < refundTerms.eligibleUnder ? "full" : "credit";
}

/**
 * Computes the credit given instead of a refund. A credit is worth more than the money; fractions of a penny are
 * rounded up, in the practice's favour.
 */
export function creditPence(refundPence: number): number {
  // Computed in whole hundredths: as a floating-point number, 900 × 1.1 is a little more than 990.
  return Math.ceil((refundPence * Math.round(refundTerms.creditWorth * 100)) / 100);
}

/** Splits a total into net amount and VAT at 20 %. The two always add up to the total. */
export function vatOf(totalPence: number): { netPence: number; vatPence: number } {
  const vatPence = Math.round(totalPence / 6);
  return { netPence: totalPence - vatPence, vatPence };
}
