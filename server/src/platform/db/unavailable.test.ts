import { expect, test } from "vitest";
import { isDatabaseUnavailable } from "./unavailable.ts";

const withCode = (code: string) => Object.assign(new Error("failed"), { code });

test.each([
  ["ECONNREFUSED", true],
  ["EAI_AGAIN", true],
  ["57P01", true],
  ["53300", true],
  ["08006", true],
  ["23505", false],
  ["57014", false],
])("an error with the code %s means that the database is away: %s", (code, isAway) => {
  expect(isDatabaseUnavailable(withCode(code))).toBe(isAway);
  expect(isDatabaseUnavailable(new Error("Failed query", { cause: withCode(code) }))).toBe(isAway);
});

test.each([
  ["Connection terminated unexpectedly", true],
  ["timeout exceeded when trying to connect", true],
  ["Client was closed and is not queryable", true],
  ["The Connection terminated", false],
])("the driver's error “%s” means that the database is away: %s", (message, isAway) => {
  expect(isDatabaseUnavailable(new Error(message))).toBe(isAway);
});
