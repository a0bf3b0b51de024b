import { MB } from "@sheaf/contracts/limits.ts";
import { expect, test } from "vitest";
import { limitsFor } from "./budget.ts";

test.each([
  ["owner@bakery.example", 20],
  ["an inbox that says: bakery@autoentry.com", 30],
  ["one that says nothing of size: bakery@qbodocs.com", 20],
  ["one that says it of files alone: bakery@dext.cc", 20],
])("an email to %s holds %i MB, however much more the transport takes", (address, megabytes) => {
  expect(limitsFor(address, 40 * MB).emailBytes).toBe(megabytes * MB);
});

test("no email holds more than the transport takes", () => {
  expect(limitsFor("bakery@autoentry.com", 10 * MB).emailBytes).toBe(10 * MB);
});
