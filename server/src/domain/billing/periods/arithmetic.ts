import { refundTerms } from "@sheaf/contracts/business-facts.ts";
import { periodDays } from "@sheaf/contracts/limits.ts";

/*
 * What money and time come to. Whole pence in, whole pence out; time is absolute, so that neither a leap day nor a
 * clock that is put forward makes a period longer or shorter.
 */

export const dayMs = 24 * 3_600_000;
export const periodMs = periodDays * dayMs;

/** Days that have begun count. Never negative, however a clock jumps. */
export function daysLeft(now: Date, paidUntil: Date): number {
  return Math.max(0, Math.ceil((paidUntil.getTime() - now.getTime()) / dayMs));
}

/** A each of time that was paid at a plan's price for 30 days. */
export interface PaidTime {
  pricePence: number;
  startsAt: Date;
  endsAt: Date;
}

/**
 * What changing to a dearer plan costs now: the difference in price for every day that is paid already at a lower one,
 * rounded up to a penny.
 * @returns null when there is no such day: then there is nothing to make up for
 */
export function upgradePence(paid: PaidTime[], toPence: number, now: Date): number | null {
  const dayPence = paid.map(({ pricePence, startsAt, endsAt }) => {
    const from = startsAt > now ? startsAt : now;
    return Math.max(0, toPence - pricePence) * daysLeft(from, endsAt);
  });
  const total = dayPence.reduce((sum, pence) => sum + pence, 0);
  return total === 0 ? null : Math.ceil(total / periodDays);
}

/** A paid period begins when the paid time ends, or at once. */
export function nextPeriod(now: Date, paidUntil: Date | null): { startsAt: Date; endsAt: Date } {
  const startsAt = new Date(Math.max(now.getTime(), paidUntil?.getTime() ?? 0));
  return { startsAt, endsAt: new Date(startsAt.getTime() + periodMs) };
}

/**
 * "full": the money goes back if it is asked for. "credit": a credit, or what an administrator decides. "denied":
 * neither.
 */
export type RefundOutcome = "full" | "credit" | "denied" | "too-late";

/** @param used documents of the period that the payment bought, out of `allowed` */
export function refundOutcome(paidAt: Date, now: Date, used: number, allowed: number): RefundOutcome {
  if (now.getTime() - paidAt.getTime() > refundTerms.windowDays * dayMs) return "too-late";
  const share = allowed === 0 ? 1 : used / allowed;
  if (share > refundTerms.deniedAbove) return "denied";
  return share < refundTerms.eligibleUnder ? "full" : "credit";
}

/** A credit is worth more than the money; parts of a penny are the practice's. */
export function creditPence(refundPence: number): number {
  // In whole hundredths: 900 × 1.1 is a little more than 990 to a computer.
  return Math.ceil((refundPence * Math.round(refundTerms.creditWorth * 100)) / 100);
}

/** @returns what of a total is VAT at 20 %: net and VAT always add up to it */
export function vatOf(totalPence: number): { netPence: number; vatPence: number } {
  const vatPence = Math.round(totalPence / 6);
  return { netPence: totalPence - vatPence, vatPence };
}
