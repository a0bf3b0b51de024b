import { expect, test } from "vitest";
import { day, inThisMonth, period } from "./dates.ts";

const now = new Date(2026, 10, 20, 9, 30);
const at = (...parts: [number, number, number, number]) => new Date(...parts).toISOString();

test("a recent date is shown as Today or Yesterday, an older one as a date", () => {
  expect(day(at(2026, 10, 20, 0), now)).toBe("Today");
  expect(day(at(2026, 10, 19, 23), now)).toBe("Yesterday");
  expect(day(at(2026, 10, 18, 23), now)).toBe("18 Nov 2026");
  expect(day(at(2025, 11, 31, 12), new Date(2026, 0, 1, 8))).toBe("Yesterday");
});

test("a period shows its year once, or both years when they differ", () => {
  expect(period(at(2026, 9, 7, 10), at(2026, 10, 6, 10))).toBe("7 Oct to 6 Nov 2026");
  expect(period(at(2026, 11, 20, 10), at(2027, 0, 19, 10))).toBe("20 Dec 2026 to 19 Jan 2027");
});

test("the same month of another year is not this month", () => {
  expect(inThisMonth(at(2026, 10, 2, 12), now)).toBe(true);
  expect(inThisMonth(at(2025, 10, 20, 0), now)).toBe(false);
  expect(inThisMonth(at(2026, 9, 30, 12), now)).toBe(false);
});

test("[D18] a month begins at midnight in London, wherever the page is read", () => {
  const july = new Date("2026-07-10T10:00:00.000Z");
  expect(inThisMonth("2026-06-30T22:59:59.000Z", july)).toBe(false);
  expect(inThisMonth("2026-06-30T23:00:00.000Z", july)).toBe(true);
});
