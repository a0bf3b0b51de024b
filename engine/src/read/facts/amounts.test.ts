import { expect, test } from "vitest";
import { typedPage } from "../../testing/typed-page.ts";
import { factsOf } from "./facts.ts";

const amountsOf = (...lines: string[]) =>
  factsOf(typedPage({ lines }))
    .filter(({ kind }) => kind === "amount")
    .map(({ value, currency }) => `${value} ${currency ?? "-"}`);

test.each([
  ["£1,234.56", "1234.56 GBP"],
  ["£ 1,234.56", "1234.56 GBP"],
  ["£ 1 234.56", "1234.56 GBP"],
  ["£1, 234.56", "1234.56 GBP"],
  ["£1234.56", "1234.56 GBP"],
  ["£50", "50.00 GBP"],
  ["£1,250", "1250.00 GBP"],
  ["Paid:£12.00", "12.00 GBP"],
  ["GBP 12.00", "12.00 GBP"],
  ["12.00 GBP", "12.00 GBP"],
  ["GBP12.00", "12.00 GBP"],
  ["€1.234,56", "1234.56 EUR"],
  ["1.234,56 EUR", "1234.56 EUR"],
  ["12,50 €", "12.50 EUR"],
  ["US$ 99.00", "99.00 USD"],
  ["RM37.10", "37.10 MYR"],
  ["-£12.00", "-12.00 GBP"],
  ["£-12.00", "-12.00 GBP"],
  ["−£12.00", "-12.00 GBP"],
  ["£12.00-", "-12.00 GBP"],
  ["(£12.00)", "-12.00 GBP"],
  ["(£1,012.00)", "-1012.00 GBP"],
  ["£12.50 CR", "-12.50 GBP"],
  ["£12.50CR", "-12.50 GBP"],
  ["£12.50 OD", "-12.50 GBP"],
  ["£12.50 DR", "12.50 GBP"],
  ["$8.20", "8.20 -"],
  ["1,234.56", "1234.56 -"],
  ["£12.50 A", "12.50 GBP"],
])("%s is an amount", (printed, amount) => {
  expect(amountsOf(printed)).toEqual([amount]);
});

test.each([
  ["a share", "12.50%"],
  ["a price of a litre", "£1.459"],
  ["one decimal", "£12.5"],
  ["thousands of unclear size", "EUR 1.234"],
  ["a comma in pounds", "£12,50"],
  ["millions", "£1.25m"],
  ["millions in a word", "£1.25 million"],
  ["a version", "Version 3.25"],
  ["a length", "Total length 3.25 m"],
  ["a single number of two decimals", "We spent 3.25 on it"],
  ["hours", "7.50 hours"],
  ["an IP address", "£10.20.30.40"],
  ["a time", "Invoice at 12:30.45"],
  ["a number of an article", "A12.50"],
])("%s is no amount: %s", (_, printed) => {
  expect(amountsOf(printed)).toEqual([]);
});

test("numbers in a column of a paper about money are amounts, those of other columns are not", () => {
  const lines = [
    "Description          Qty     Price £    Amount",
    "Flour                2.00      12.50     25.00",
    "Butter               1.50      30.00     45.00",
    "Carriage             1.00       7.25      7.25",
  ];
  expect(amountsOf(...lines)).toEqual(["12.50 GBP", "25.00 GBP", "30.00 GBP", "45.00 GBP", "7.25 GBP"]);
});

test("a dash between two amounts is no minus sign, one before an amount of its own is", () => {
  expect(amountsOf("From £10.00 - £20.00")).toEqual(["10.00 GBP", "20.00 GBP"]);
  expect(amountsOf("From £10.00-£20.00")).toEqual(["10.00 GBP", "20.00 GBP"]);
  expect(amountsOf("Discount     - £20.00")).toEqual(["-20.00 GBP"]);
});

test("a single number below the heading of a price is an amount", () => {
  const lines = ["Description          Qty     Unit price (£)", "Flour                2.00            149.34"];
  expect(amountsOf(...lines)).toEqual(["149.34 GBP"]);
});

test("hours of a timesheet are no amounts", () => {
  expect(amountsOf("Day          Hours", "Monday        7.50", "Tuesday       8.00", "Sum          15.50")).toEqual([]);
});

test("without a sign an amount has the only currency of its page", () => {
  expect(amountsOf("Amount £     12.50", "             14.50")).toEqual(["12.50 GBP", "14.50 GBP"]);
  expect(amountsOf("Amount £     12.50", "Amount €     14.50")).toEqual(["12.50 -", "14.50 -"]);
});

test("on a bank statement CR is money in the account and OD is none", () => {
  const lines = [
    "Sort code 20-00-00",
    "Balance brought forward   1,200.00 CR",
    "Rent   1,500.00 DR",
    "Balance   300.00 OD",
  ];
  expect(amountsOf(...lines)).toEqual(["1200.00 -", "-1500.00 -", "-300.00 -"]);
});
