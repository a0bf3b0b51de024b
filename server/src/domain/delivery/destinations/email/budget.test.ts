import { MB } from "@sheaf/contracts/limits.ts";
import { expect, test } from "vitest";
import { limitsFor } from "./budget.ts";

test.each([
  ["an unknown inbox", "owner@bakery.example", 20],
  ["an inbox that states its limit", "bakery@autoentry.com", 30],
  ["an inbox that states no limit", "bakery@qbodocs.com", 20],
  ["an inbox that states a limit only for files", "bakery@dext.cc", 20],
])("an email to %s (%s) has at most %i MB even when the transport allows more", (_what, address, megabytes) => {
  expect(limitsFor(address, 40 * MB).emailBytes).toBe(megabytes * MB);
});

test("an email is never larger than the transport allows", () => {
  expect(limitsFor("bakery@autoentry.com", 10 * MB).emailBytes).toBe(10 * MB);
});
