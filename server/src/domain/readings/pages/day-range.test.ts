import { expect, test } from "vitest";
import { dayRange } from "./day-range.ts";

const iso = (ms: number | null) => ms !== null && new Date(ms).toISOString().slice(0, 16);

test.each([
  ["2026-11-20", "2026-11-20", "Europe/London", "2026-11-20T00:00", "2026-11-21T00:00"],
  ["2026-07-01", "2026-07-02", "Europe/London", "2026-06-30T23:00", "2026-07-02T23:00"],
  ["2026-03-29", "2026-03-29", "Europe/London", "2026-03-29T00:00", "2026-03-29T23:00"],
  ["2026-10-25", "2026-10-25", "Europe/London", "2026-10-24T23:00", "2026-10-26T00:00"],
  ["2026-11-20", "2026-11-20", "Pacific/Auckland", "2026-11-19T11:00", "2026-11-20T11:00"],
  ["2026-11-20", "2026-11-20", "America/New_York", "2026-11-20T05:00", "2026-11-21T05:00"],
  ["2026-11-20", "2026-11-20", "Asia/Kathmandu", "2026-11-19T18:15", "2026-11-20T18:15"],
  ["0001-01-01", "0999-12-31", "Asia/Kathmandu", "1970-01-01T00:00", "1970-01-01T00:00"],
])("the days from %s to %s in %s", (from, to, timeZone, first, last) => {
  const range = dayRange({ from, to }, timeZone);
  expect([iso(range.from), iso(range.to)]).toEqual([first, last]);
});

test("the last day that a date field accepts has an end", () => {
  expect(dayRange({ to: "9999-12-31" }, "Europe/London").to).toBe(Date.UTC(10_000, 0, 1));
});

test("without days there is no limit", () => {
  expect(dayRange({}, "Europe/London")).toEqual({ from: null, to: null });
});
