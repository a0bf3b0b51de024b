import { expect, test } from "vitest";
import { shortDay } from "./short-day.ts";

test.each([
  ["2026-11-20T14:05:00.000Z", "20 Nov 2026"],
  // The same as on the pages, which show the subject before it is sent.
  ["2026-09-05T10:00:00.000Z", "5 Sep 2026"],
  // Half past midnight in London.
  ["2026-06-30T23:30:00.000Z", "1 Jul 2026"],
])("%s is written as %s in an email", (at, words) => {
  expect(shortDay(new Date(at), "Europe/London")).toBe(words);
});
