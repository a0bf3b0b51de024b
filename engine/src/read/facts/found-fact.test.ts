import type { FactKind } from "@sheaf/contracts/reading.ts";
import { expect, test } from "vitest";
import { distinct, type FoundFact, printedAt, sureFacts } from "./found-fact.ts";
import { printedPage } from "./printed-page.ts";

const fact = (kind: FactKind, confidence: number, value = "4711"): FoundFact => ({
  kind,
  value,
  confidence,
  box: [1, 2, 3, 4],
});

test.each<[FactKind, number]>([
  ["date", 80],
  ["amount", 85],
  ["total", 85],
  ["supplier", 75],
  ["company-number", 85],
  ["ni-number", 85],
  ["bank-account", 85],
  ["invoice-number", 85],
  ["addressee", 60],
])("a fact of kind %s is sure from a confidence of %i on", (kind, least) => {
  expect(sureFacts([fact(kind, least)])).toHaveLength(1);
  expect(sureFacts([fact(kind, least - 1)])).toEqual([]);
});

test.each<FactKind>(["vat-number", "utr", "iban"])("%s has check digits and is sure at any confidence", (kind) => {
  expect(sureFacts([fact(kind, 0)])).toHaveLength(1);
});

test("all dates are left out when the first one is unsure, and no other facts", () => {
  const [unsure, sure, amount] = [fact("date", 79, "a"), fact("date", 90, "b"), fact("amount", 90)];
  expect(sureFacts([unsure, sure, amount])).toEqual([amount]);
  expect(sureFacts([sure, unsure, amount])).toEqual([sure, amount]);
  expect(sureFacts([amount, fact("total", 50)])).toEqual([amount]);
});

test.each([
  [50, 50, 100],
  [90, 50, 100],
  [90, 49, 90],
  [49, 90, 90],
  [20, 30, 30],
])("a value that was read with %i and %i has a confidence of %i", (one, other, both) => {
  expect(distinct([fact("date", one), fact("date", other)])).toEqual([fact("date", both)]);
});

test("values of other kinds and currencies are other facts, and the first place of each is kept", () => {
  const pounds: FoundFact = { ...fact("amount", 90), currency: "GBP" };
  const euros: FoundFact = { ...fact("amount", 90), currency: "EUR" };
  const later: FoundFact = { ...pounds, box: [9, 9, 10, 10] };
  const all = [pounds, euros, fact("amount", 90), fact("total", 90)];
  expect(distinct([...all, later])).toEqual([{ ...pounds, confidence: 100 }, ...all.slice(1)]);
  expect(pounds.confidence).toBe(90);
});

test("a fact stands in the box of its words, and is as sure as the least sure of them", () => {
  const words = ["Total", "due", "12.00"].map((text, at) => ({
    text,
    box: [10 + at * 40, 90 - at, 40 + at * 40, 100] as const,
    confidence: [60, 70, 80][at] ?? 0,
    line: 0,
  }));
  const lines = [{ baseline: [10, 100, 120, 100] as const, size: 10 }];
  const [row] = printedPage({ width: 200, height: 200, source: "ocr", turn: 0, lines, words }).rows;
  if (!row) throw new Error("The page has no row");
  expect(row.text).toBe("Total due 12.00");
  expect(printedAt(row, 6, 15)).toEqual({ box: [50, 88, 120, 100], confidence: 70 });
  expect(printedAt(row, 10, 15)).toEqual({ box: [90, 88, 120, 100], confidence: 80 });
  expect(printedAt(row, 15, 20)).toEqual({ box: [0, 0, 0, 0], confidence: 100 });
});
