/**
 * Numbers that the terms, the refund policy and the help state and the server enforces. This file does not import zod,
 * because it is part of the public pages' bundle. Limits of files, sign-in and retention are in limits.ts, plans in
 * plan-facts.ts.
 */

/** Terms for the refund of one payment. Shares are of the period's allowance of documents. */
export const refundTerms = {
  windowDays: 30,
  /** Usage below this share: a refund in money. */
  eligibleUnder: 0.1,
  /** Usage above this share: no refund. In between: a credit, or an administrator decides. */
  deniedAbove: 0.5,
  /** Value of a service credit, as a factor of the refund that it replaces. */
  creditWorth: 1.1,
  reviewHours: 24,
  /** Business days until the money arrives. */
  businessDays: { card: "5-10", payPal: "3-5", bankTransfer: "10-15" },
} as const;

/** Days before the end of a paid period on which a reminder is emailed. */
export const reminderDays = [7, 1] as const;
export const priceChangeNoticeDays = 30;
export const minimumAge = 18;
export const uptimeTarget = "99.9%";
/** On business days. */
export const supportAnswerHours = 24;
