import { expect, test } from "vitest";
import { minimumAge, priceChangeNoticeDays, refundTerms, reminderDays, supportAnswerHours } from "./business-facts.ts";

test("a payment can be refunded within 30 days below a tenth of the use, and not above half of it", () => {
  const { windowDays, eligibleUnder, deniedAbove, creditWorth, reviewHours } = refundTerms;
  expect([windowDays, eligibleUnder, deniedAbove, creditWorth, reviewHours]).toEqual([30, 0.1, 0.5, 1.1, 24]);
});

test("a period's end is announced a week and a day before, a change of price 30 days before", () => {
  expect([...reminderDays]).toEqual([7, 1]);
  expect(priceChangeNoticeDays).toBe(30);
});

test("users are of age, and the support answers within a day", () => {
  expect([minimumAge, supportAnswerHours]).toEqual([18, 24]);
});
