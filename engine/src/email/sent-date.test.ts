import { expect, test } from "vitest";
import { sentDate, sentMoment } from "./sent-date.ts";

test.each([
  ["Mon, 9 Jan 2023 15:00:43 -0600", "9 Jan 2023, 15:00 (UTC-06:00)"],
  ["09 January 2023 9:05 +0000 (GMT)", "9 Jan 2023, 09:05 (UTC)"],
  ["Thu, 16-Aug-99 11:23:05 EST", "16 Aug 1999, 11:23 (EST)"],
  ["26 Nov 26 08:05", "26 Nov 2026, 08:05"],
  ["yesterday", "yesterday"],
  ["1 Jan 69 00:00", "1 Jan 2069, 00:00"],
  ["1 Jan 70 00:00", "1 Jan 1970, 00:00"],
  ["1 Jan 2026 0:00 -0000", "1 Jan 2026, 00:00 (UTC)"],
  ["1 sept 2026 23:59:59 utc", "1 Sep 2026, 23:59 (UTC)"],
  ["1 DEC 2026 23:59 +0530", "1 Dec 2026, 23:59 (UTC+05:30)"],
  ["", ""],
])("the date %j is shown as %j", (written, shown) => {
  expect(sentDate(written)).toBe(shown);
});

test("a moment is shown in UTC, and an impossible one not at all", () => {
  expect(sentMoment(new Date("2026-11-26T08:05:59Z"))).toBe("26 Nov 2026, 08:05 (UTC)");
  expect(sentMoment(new Date(Number.NaN))).toBe("");
});
