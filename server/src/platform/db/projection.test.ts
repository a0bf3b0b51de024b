import { expect, test } from "vitest";
import { isoOf } from "./projection.ts";

test.each([
  ["as a column in text", "2026-11-22 17:00:05.123456+00", "2026-11-22T17:00:05.123Z"],
  ["as JSON", "2026-11-22T17:00:05.123456+00:00", "2026-11-22T17:00:05.123Z"],
  ["with few digits behind the second", "2026-11-22 17:00:05.1+00", "2026-11-22T17:00:05.100Z"],
  ["with none", "2026-11-22T17:00:05+00:00", "2026-11-22T17:00:05.000Z"],
  ["of a database with a clock of its own", "2026-11-22T18:30:05.5+01:30", "2026-11-22T17:00:05.500Z"],
])("an instant of PostgreSQL %s is written as the API writes it", (_, text, iso) => {
  expect(isoOf(text)).toBe(iso);
});
