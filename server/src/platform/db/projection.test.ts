import { expect, test } from "vitest";
import { isoOf } from "./projection.ts";

test.each([
  ["as a column in text", "2026-11-22 17:00:05.123456+00", "2026-11-22T17:00:05.123Z"],
  ["as JSON", "2026-11-22T17:00:05.123456+00:00", "2026-11-22T17:00:05.123Z"],
  ["with one fractional digit", "2026-11-22 17:00:05.1+00", "2026-11-22T17:00:05.100Z"],
  ["without fractional digits", "2026-11-22T17:00:05+00:00", "2026-11-22T17:00:05.000Z"],
  ["with another UTC offset", "2026-11-22T18:30:05.5+01:30", "2026-11-22T17:00:05.500Z"],
])("an instant of PostgreSQL %s is converted to the API's format", (_, text, iso) => {
  expect(isoOf(text)).toBe(iso);
});
