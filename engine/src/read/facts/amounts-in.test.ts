import { expect, test } from "vitest";
import { amountsIn, amountValue } from "./amounts-in.ts";

test.each([
  [0, "0.00"],
  [5, "0.05"],
  [-5, "-0.05"],
  [99, "0.99"],
  [100, "1.00"],
  [-123_456, "-1234.56"],
])("%i hundredths are written %s", (hundredths, text) => {
  expect(amountValue(hundredths)).toBe(text);
});

test.each([
  ["£12.50", 1_250, "GBP", null, true],
  ["12.50", 1_250, null, null, false],
  [".50", 50, null, null, false],
  ["1,234.56", 123_456, null, null, true],
  ["1.234,56 €", 123_456, "EUR", null, true],
  ["12.50 CR", 1_250, null, "CR", true],
  ["12.50 O/D", 1_250, null, "OD", true],
  ["12.50 dr", 1_250, null, "DR", true],
  ["-12.50", -1_250, null, null, true],
  ["12.50-", -1_250, null, null, true],
  ["(12.50)", -1_250, null, null, true],
  ["(12.50", 1_250, null, null, false],
  ["12.50)", 1_250, null, null, false],
  ["£-12.50", -1_250, "GBP", null, true],
  ["$12.50", 1_250, "?", null, true],
  ["12.50 zł", 1_250, "PLN", null, true],
  ["CHF 3", 300, "CHF", null, true],
  ["£1,250", 125_000, "GBP", null, true],
  ["£1 234.07", 123_407, "GBP", null, true],
])("%s is %i hundredths", (text, hundredths, currency, mark, isMarked) => {
  expect(amountsIn(text)).toMatchObject([{ hundredths, currency, mark, isMarked, start: 0, end: text.length }]);
});

test.each([
  ["12,50 GBP"],
  ["12,50 USD"],
  ["12,50 MYR"],
  ["$12,50"],
  ["12,50"],
  ["1,234,56 EUR"],
  ["1250"],
  ["12.50 kg"],
  ["12.50 packets"],
  ["12.50 @"],
  ["12.50 million"],
  ["£12.50 million"],
  ["£1k"],
])("%s is no amount, or one in doubt", (text) => {
  expect(amountsIn(text)).toEqual([]);
});

test.each([
  ["12,50 EUR", 1_250],
  ["12,50 CHF", 1_250],
  ["£12.50 kg", 1_250],
  ["12.50 kgs of it", 1_250],
  ["12.50 percentage", 1_250],
])("%s is an amount of %i hundredths", (text, hundredths) => {
  expect(amountsIn(text).map((amount) => amount.hundredths)).toEqual([hundredths]);
});

test("a measure or a multiple is looked for in the fourteen letters behind an amount", () => {
  expect(amountsIn("£3.00 for 2, £4.50 each and 7.25 litres")).toMatchObject([
    { hundredths: 300, start: 0, end: 5 },
    { hundredths: 450, start: 13, end: 18 },
  ]);
});
