import { refundTerms } from "@sheaf/contracts/business-facts.ts";
import { periodDays } from "@sheaf/contracts/limits.ts";

/*
 * What money and time come to. Whole pence in, whole pence out; time is absolute, so that neither a leap day nor a clock that is
 * put forward makes a period longer or shorter.
 */

export const dayMs = 24 * 3_600_000;
export const periodMs = periodDays * dayMs;

/** Days that have begun count. Never negative, however a clock jumps. */
export function daysLeft(now: Date, paidUntil: Date): number {
  return Math.max(0, Math.ceil((paidUntil.getTime() - now.getTime()) / dayMs));
}

/**
 * What changing to a dearer plan costs now: the difference in price for the days that are paid already, those of later periods
 * included, rounded up to a penny.
 * @returns null when the plan is not dearer, or nothing is paid any more: then there is nothing to make up for
 */
export function upgradePence(fromPence: number, toPence: number, now: Date, paidUntil: Date): number | null {
  const days = daysLeft(now, paidUntil);
  if (toPence <= fromPence || days === 0) return null;
  return Math.ceil(((toPence - fromPence) * days) / periodDays);
}

/** A paid period begins when the paid time ends, or at once. */
export function nextPeriod(now: Date, paidUntil: Date | null): { startsAt: Date; endsAt: Date } {
  const startsAt = new Date(Math.max(now.getTime(), paidUntil?.getTime() ?? 0));
  return { startsAt, endsAt: new Date(startsAt.getTime() + periodMs) };
}

/** "full": the money goes back if it is asked for. "credit": a credit, or what an administrator decides. "denied": neither. */
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
