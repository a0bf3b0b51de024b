/**
 * What the terms, the refund policy and the help promise, and the server keeps. Free of zod: the public pages carry it.
 * Limits of files, sign-in and retention are in limits.ts, plans in plan-facts.ts.
 */

/** Of the refund of one payment. Shares are of the period's allowance of documents. */
export const refundTerms = {
  windowDays: 30,
  /** Below this share used: a refund in money. */
  eligibleUnder: 0.1,
  /** Above this share used: none. In between a credit, or what an administrator decides. */
  deniedAbove: 0.5,
  /** Worth of a service credit, as a share of the refund it stands for. */
  creditWorth: 1.1,
  reviewHours: 24,
  /** Business days until the money arrives. */
  businessDays: { card: "5-10", payPal: "3-5", bankTransfer: "10-15" },
} as const;

/** Emails before a paid period ends, in days. */
export const reminderDays = [7, 1] as const;
export const priceChangeNoticeDays = 30;
export const minimumAge = 18;
export const uptimeTarget = "99.9%";
/** On business days. */
export const supportAnswerHours = 24;
