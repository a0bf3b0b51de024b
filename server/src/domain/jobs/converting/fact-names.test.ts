import type { Fact } from "@sheaf/contracts/reading.ts";
import { expect, test } from "vitest";
import { nameByFacts } from "./fact-names.ts";

const box = [0, 0, 1, 1] as const;
const fact = (kind: Fact["kind"], value: string, currency?: string): Fact =>
  currency === undefined ? { kind, value, box } : { kind, value, currency, box };
const date = fact("date", "2026-10-14");
const supplier = fact("supplier", "Screwfix");

test.each<[string | null, Fact[]]>([
  ["2026-10-14 Screwfix £48.20", [date, fact("date", "2026-11-13"), supplier, fact("total", "48.20", "GBP")]],
  ["2026-10-14 Screwfix", [date, supplier]],
  ["Screwfix £48.20", [supplier, fact("total", "48.20", "GBP")]],
  ["2026-10-14 £1,234,567.89", [date, fact("total", "1234567.89", "GBP")]],
  ["2026-10-14 Screwfix -£1,028.32", [date, supplier, fact("total", "-1028.32", "GBP")]],
  ["Screwfix 37.10 MYR", [supplier, fact("total", "37.10", "MYR")]],
  ["Screwfix 8.20", [supplier, fact("total", "8.20")]],
  [null, [date, fact("amount", "48.20", "GBP")]],
  [null, []],
])("a PDF is named %s", (name, facts) => {
  expect(nameByFacts(facts)).toBe(name);
});

test("the name of a supplier may not push the total out of view", () => {
  expect(nameByFacts([fact("supplier", "A".repeat(200)), fact("total", "1.00", "GBP")])).toBe(
    `${"A".repeat(60)} £1.00`,
  );
});
