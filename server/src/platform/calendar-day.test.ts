import { expect, test } from "vitest";
import { dayOf, minuteOf } from "./calendar-day.ts";

test.each([
  ["2026-03-29T00:59:00Z", "Europe/London", "2026-03-29 00:59"],
  ["2026-03-29T01:00:00Z", "Europe/London", "2026-03-29 02:00"],
  ["2026-06-30T23:30:00Z", "Europe/London", "2026-07-01 00:30"],
  ["2026-12-31T23:59:59Z", "Asia/Kolkata", "2027-01-01 05:29"],
])("%s in %s is %s", (instant, timeZone, minute) => {
  expect(minuteOf(new Date(instant), timeZone)).toBe(minute);
  expect(dayOf(new Date(instant), timeZone)).toBe(minute.slice(0, 10));
});
