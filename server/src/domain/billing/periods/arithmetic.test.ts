import { describe, expect, test } from "vitest";
import {
  creditPence,
  dayMs,
  daysLeft,
  nextPeriod,
  periodMs,
  refundOutcome,
  upgradePence,
  vatOf,
} from "./arithmetic.ts";

const at = (text: string) => new Date(text);

/** A seeded generator of random numbers: every run gives the same sequence. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const prices = [900, 2400, 5000];
const upgrade = (from: number, to: number, now: Date, until: Date) =>
  upgradePence([{ pricePence: from, startsAt: new Date(0), endsAt: until }], to, now);

describe("an upgrade", () => {
  test("costs the difference in price for the days left, including the one that has begun", () => {
    const until = at("2026-12-01T12:00:00Z");
    expect(upgrade(900, 2400, at("2026-11-01T12:00:00Z"), until)).toBe(1500);
    expect(upgrade(900, 2400, at("2026-11-16T12:00:00Z"), until)).toBe(750);
    expect(upgrade(900, 2400, at("2026-11-16T11:59:59Z"), until)).toBe(800);
    expect(upgrade(900, 2400, at("2026-12-01T11:59:59Z"), until)).toBe(50);
  });

  test("is rounded up to a penny", () => {
    expect(upgrade(2400, 5000, at("2026-11-30T12:00:00Z"), at("2026-12-01T12:00:00Z"))).toBe(87);
  });

  test("includes the periods that were paid ahead", () => {
    expect(upgrade(900, 2400, at("2026-11-01T12:00:00Z"), at("2026-12-31T12:00:00Z"))).toBe(3000);
  });

  test("is priced for each period by the price that was paid for it", () => {
    const now = at("2026-11-16T12:00:00Z");
    const running = { pricePence: 2400, startsAt: at("2026-11-01T12:00:00Z"), endsAt: at("2026-12-01T12:00:00Z") };
    const cheaper = { pricePence: 900, startsAt: running.endsAt, endsAt: at("2026-12-31T12:00:00Z") };
    const dearer = { pricePence: 9000, startsAt: cheaper.endsAt, endsAt: at("2027-01-30T12:00:00Z") };
    expect(upgradePence([running, cheaper, dearer], 5000, now)).toBe(1300 + 4100);
  });

  test("is not possible when the plan is not dearer or nothing is paid any more", () => {
    const until = at("2026-12-01T12:00:00Z");
    expect(upgrade(2400, 2400, at("2026-11-01T12:00:00Z"), until)).toBeNull();
    expect(upgrade(2400, 900, at("2026-11-01T12:00:00Z"), until)).toBeNull();
    expect(upgrade(900, 2400, until, until)).toBeNull();
  });

  test("costs whole pence and more than nothing, and two steps are never cheaper than one", () => {
    const next = numbers(3);
    for (let round = 0; round < 5_000; round++) {
      const now = new Date(at("2024-01-01T00:00:00Z").getTime() + next(3 * 366) * dayMs + next(dayMs));
      const until = new Date(now.getTime() + next(3 * periodMs) - periodMs);
      const [from = 0, middle = 0, to = 0] = prices;
      const direct = upgrade(from, to, now, until);
      const inSteps = [upgrade(from, middle, now, until), upgrade(middle, to, now, until)];
      if (direct === null) {
        expect(inSteps).toEqual([null, null]);
        continue;
      }
      expect(Number.isInteger(direct) && direct > 0).toBe(true);
      const sum = inSteps.reduce<number>((total, pence) => total + (pence ?? 0), 0);
      expect(sum - direct).toBeGreaterThanOrEqual(0);
      expect(sum - direct).toBeLessThanOrEqual(1);
    }
  });
});

describe("periods", () => {
  test("follow each other without gap or overlap, across leap days and changes of the clocks", () => {
    const next = numbers(5);
    for (let round = 0; round < 300; round++) {
      let now = new Date(at("2027-12-01T00:00:00Z").getTime() + next(200 * dayMs));
      let paidUntil: Date | null = null;
      for (let payment = 0; payment < 24; payment++) {
        const period: { startsAt: Date; endsAt: Date } = nextPeriod(now, paidUntil);
        expect(period.endsAt.getTime() - period.startsAt.getTime()).toBe(periodMs);
        const expected = paidUntil && paidUntil > now ? paidUntil : now;
        expect(period.startsAt).toEqual(expected);
        paidUntil = period.endsAt;
        now = new Date(now.getTime() + next(40 * dayMs));
      }
    }
  });

  test("have the same length across the end of British summer time and a leap day", () => {
    expect(nextPeriod(at("2026-10-10T22:30:00Z"), null).endsAt).toEqual(at("2026-11-09T22:30:00Z"));
    expect(nextPeriod(at("2028-02-15T09:00:00Z"), null).endsAt).toEqual(at("2028-03-16T09:00:00Z"));
  });

  test("are not changed by a clock that jumps back", () => {
    const paidUntil = at("2026-12-01T12:00:00Z");
    expect(nextPeriod(at("2020-01-01T00:00:00Z"), paidUntil).startsAt).toEqual(paidUntil);
    expect(daysLeft(at("2030-01-01T00:00:00Z"), paidUntil)).toBe(0);
  });
});

test.each([
  [0, "full"],
  [14, "full"],
  // Exactly 10 % and exactly 50 % are both "credit".
  [15, "credit"],
  [75, "credit"],
  [76, "denied"],
  [150, "denied"],
])("with %i of 150 documents used the outcome of a refund is %s", (used, outcome) => {
  expect(refundOutcome(at("2026-11-01T12:00:00Z"), at("2026-11-20T12:00:00Z"), used, 150)).toBe(outcome);
});

test("a refund can be requested within 30 days of the payment", () => {
  const paid = at("2026-11-01T12:00:00Z");
  expect(refundOutcome(paid, at("2026-12-01T12:00:00Z"), 0, 150)).toBe("full");
  expect(refundOutcome(paid, at("2026-12-01T12:00:01Z"), 0, 150)).toBe("too-late");
});

test.each([
  [900, 990],
  [2400, 2640],
  [5000, 5500],
  [37, 41],
  [0, 0],
])("a credit for %i pence is worth %i", (refund, credit) => {
  expect(creditPence(refund)).toBe(credit);
});

test.each(prices.concat(1, 37, 0))("net amount and VAT of %i pence add up to the total", (total) => {
  const { netPence, vatPence } = vatOf(total);
  expect(netPence + vatPence).toBe(total);
  expect(Math.abs(vatPence - netPence * 0.2)).toBeLessThanOrEqual(1);
});
