import { expect, test } from "vitest";
import { adminTable, percentile } from "./table.ts";

test("a percentile is one of the measured values", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([percentile(hundred, 0.5), percentile(hundred, 0.95), percentile([7], 0.95)]).toEqual([50, 95, 7]);
});

test("a row above its limit is marked", () => {
  const lines = adminTable([
    { what: "overview", ms: [10, 60], barMs: 50 },
    { what: "search", ms: [10], barMs: 50 },
    { what: "user page", ms: [10], barMs: null },
  ]).split("\n");
  expect(lines.slice(2)).toEqual([
    "| overview | 10.0 ms | **60.0 ms** | ≤ 50 ms ✗ | 2 |",
    "| search | 10.0 ms | **10.0 ms** | ≤ 50 ms ✓ | 1 |",
    "| user page | 10.0 ms | **10.0 ms** |  | 1 |",
  ]);
});
