import { type Random, randomAt } from "@sheaf/papers/random.ts";
import { expect, test } from "vitest";
import { busyness, happens, officeTime, pickWeighted } from "./history-random.ts";

const always = (fraction: number): Random => ({ ...randomAt(1), fraction: () => fraction });

test.each([
  [0, "a"],
  [0.24, "a"],
  [0.25, "b"],
  [0.99, "b"],
])("at %d of the whole, a weighted choice between 1 and 3 picks %s", (fraction, picked) => {
  expect(
    pickWeighted(always(fraction), [
      ["a", 1],
      ["b", 3],
    ]),
  ).toBe(picked);
});

test("a weighted choice from nothing is an error", () => {
  expect(() => pickWeighted(always(0), [])).toThrow("The list is empty");
});

test("something of a given probability happens below it and not at it", () => {
  expect([0, 0.29, 0.3, 0.9].map((fraction) => happens(always(fraction), 0.3))).toEqual([true, true, false, false]);
});

test.each([
  ["2026-11-23T14:20:00Z", 0, 9, "2026-11-23T09:00:00.000Z"],
  ["2026-11-23T14:20:00Z", 2, 16.5, "2026-11-21T16:30:00.000Z"],
  // 23:30 in UTC is the next day in London's summer time.
  ["2026-06-30T23:30:00Z", 1, 12, "2026-06-30T12:00:00.000Z"],
])("seen from %s, the office time %i days ago at %d hours is %s", (now, daysAgo, hours, at) => {
  expect(officeTime(new Date(now), daysAgo, hours).toISOString()).toBe(at);
});

test("weekends are quiet, Tuesday is the busiest day, and the last days of a month are busier by three tenths", () => {
  const week = Array.from({ length: 7 }, (_, day) => busyness(new Date(Date.UTC(2026, 10, 15 + day))));
  expect(week).toEqual([0.05, 1.1, 1.15, 1, 0.95, 0.75, 0.12]);
  expect(busyness(new Date("2026-11-25T12:00Z"))).toBe(1);
  expect(busyness(new Date("2026-11-26T12:00Z"))).toBeCloseTo(0.95 * 1.3);
});
