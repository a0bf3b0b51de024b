import { describe, expect, test } from "vitest";
import { typedPage } from "../../testing/typed-page.ts";
import { factsOf } from "./facts.ts";
import { pageAmounts } from "./printed-amounts.ts";
import { printedPage } from "./printed-page.ts";
import { totalOf } from "./total.ts";

const totalIn = (...lines: string[]) =>
  factsOf(typedPage({ lines }))
    .filter(({ kind }) => kind === "total")
    .map(({ value }) => value)
    .join();

/** The total of a page that was recognised, and its confidence when its words had 60. */
function confidenceOf(...lines: string[]): string {
  const confidences = Object.fromEntries(lines.flatMap((line) => line.split(/\s+/)).map((word) => [word, 60]));
  const printed = printedPage(typedPage({ lines, source: "ocr", confidences }));
  return totalOf(printed, pageAmounts(printed))
    .map(({ value, confidence }) => `${value} ${confidence}`)
    .join();
}

describe("a total is sure", () => {
  test.each([
    ["when another row has it", ["Flour   £120.00", "Total   £120.00"], "120.00 100"],
    ["when two other rows add up to it", ["Flour   £90.00", "Butter   £30.00", "Total   £120.00"], "120.00 100"],
    ["when the rows stand in the other order", ["Flour   £30.00", "Butter   £90.00", "Total   £120.00"], "120.00 100"],
    ["not when half of it stands in one row", ["Flour   £60.00", "Total   £120.00"], "120.00 60"],
    ["when half of it stands in two rows", ["Flour   £60.00", "Butter   £60.00", "Total   £120.00"], "120.00 100"],
    ["not when nothing adds up", ["Flour   £90.00", "Butter   £31.00", "Total   £120.00"], "120.00 60"],
    ["not when a row of nothing adds up", ["Flour   £0.00", "Total   £120.00"], "120.00 60"],
    ["not by what is taken away", ["Flour   £150.00", "Less   -£30.00", "Grand total   £120.00"], "120.00 60"],
    ["when net and tax add up", ["Net   £100.00", "VAT   £20.00", "Total   £120.00"], "120.00 100"],
    ["when it is cash less change", ["Cash   £150.00", "Change   £30.00", "Total   £120.00"], "120.00 100"],
    ["when only cash less change names it", ["Subtotal   £120.00", "Cash   £150.00", "Change   £30.00"], "120.00 100"],
  ])("%s", (_, lines, found) => {
    expect(confidenceOf(...lines)).toBe(found);
  });

  test("only from a confidence of half on", () => {
    const confident = (confidence: number) => {
      const lines = ["Flour   £120.00", "Total   £120.00"];
      const printed = printedPage(typedPage({ lines, source: "ocr", confidences: { "£120.00": confidence } }));
      return totalOf(printed, pageAmounts(printed))[0]?.confidence;
    };
    expect(confident(50)).toBe(100);
    expect(confident(49)).toBe(49);
  });

  test("by the first sixty amounts of other rows", () => {
    const rows = (count: number) => Array.from({ length: count }, (_, at) => `Flour   £${at + 1}.11`);
    expect(confidenceOf(...rows(59), "Butter   £990.00", "Total   £990.00")).toBe("990.00 100");
    expect(confidenceOf(...rows(60), "Butter   £990.00", "Total   £990.00")).toBe("990.00 60");
  });
});

describe("net and tax", () => {
  const twoTotals = ["Total   £120.00", "Total   £150.00"];

  test.each([
    ["prove one of two totals", ["Net   £100.00", "VAT   £20.00"], "120.00"],
    ["prove it in any order", ["VAT   £20.00", "Net   £100.00"], "120.00"],
    ["prove the other one", ["Net   £100.00", "VAT   £50.00"], "150.00"],
    ["prove nothing without tax", ["Net   £120.00", "VAT   £0.00"], ""],
    ["prove a total with a penny of tax", ["Net   £119.99", "VAT   £0.01"], "120.00"],
    ["prove nothing by what is less", ["Net   £140.00", "VAT   £20.00"], ""],
    ["prove a rounded total", ["Net   £100.02", "VAT   £20.00", "Rounding   -0.02"], "120.00"],
    ["prove a total that was rounded up", ["Net   £99.96", "VAT   £20.00", "Rounding   0.04"], "120.00"],
    ["prove a total that was rounded by five pence", ["Net   £99.95", "VAT   £20.00", "Rounding   0.05"], "120.00"],
    ["prove nothing when it was rounded by six pence", ["Net   £99.94", "VAT   £20.00", "Rounding   0.06"], ""],
  ])("%s", (_, lines, total) => {
    expect(totalIn(...lines, ...twoTotals)).toBe(total);
  });

  test("each net amount is compared with each tax", () => {
    const sums = ["Net   £100.00", "Net   £7.33", "VAT   £20.00", "VAT   £3.11"];
    expect(totalIn(...sums, ...twoTotals)).toBe("120.00");
    expect(totalIn(...sums.toReversed(), ...twoTotals)).toBe("120.00");
  });

  test("the first twelve sums of a kind are compared", () => {
    const nets = (count: number) => Array.from({ length: count }, (_, at) => `Net   £${at + 1}.33`);
    expect(totalIn(...nets(11), "Net   £100.00", "VAT   £20.00", ...twoTotals)).toBe("120.00");
    expect(totalIn(...nets(12), "Net   £100.00", "VAT   £20.00", ...twoTotals)).toBe("");
  });
});

describe("cash and change", () => {
  test.each([
    ["the total is what was kept", ["Cash   £20.00", "Change   £8.00"], "12.00"],
    ["cash without change is the total", ["Cash   £20.00", "Change   £0.00"], "20.00"],
    ["change as large as the cash", ["Cash   £20.00", "Change   £20.00"], ""],
    ["cash that is written as taken away", ["Cash   -£20.00", "Change   £8.00"], "12.00"],
    ["the last amount of a row counts", ["Cash   £3.00   £20.00", "Change   £1.00   £8.00"], "12.00"],
  ])("%s", (_, lines, total) => {
    expect(totalIn("Subtotal   £12.00", ...lines)).toBe(total);
  });

  test("a card counts only where no change was given", () => {
    expect(totalIn("Flour   £12.00", "Visa   £12.00", "Change   £0.00")).toBe("12.00");
    expect(totalIn("Flour   £12.00", "Visa   £12.00", "Change   £0.01")).toBe("");
  });

  test.each([
    ["88.97", "88.92", "Rounding   -0.05", "88.92"],
    ["88.97", "89.02", "Rounding   0.05", "89.02"],
    ["88.97", "88.91", "Rounding   -0.06", ""],
    ["88.97", "88.92", "Thanks", ""],
  ])("a total of %s of which %s was paid, with %s: %s", (total, paid, remark, found) => {
    const cash = (Number(paid) + 10).toFixed(2);
    const lines = [`Paid in full   £${paid}`, `Total   £${total}`, remark, `Cash   £${cash}`, "Change   £10.00"];
    expect(totalIn(...lines)).toBe(found);
  });
});

describe("the place of a total", () => {
  test.each([
    ["a larger amount elsewhere", ["Flour   £150.00", "Total   £120.00"], ""],
    ["as large an amount elsewhere", ["Flour   £120.00", "Total   £120.00"], "120.00"],
    ["more cash", ["Flour   £120.00", "Total   £120.00", "Cash   £150.00"], "120.00"],
    ["a larger amount beside the best label", ["Flour   £150.00", "Grand total   £120.00"], "120.00"],
    ["several amounts in its row that are the same", ["Total   £120.00   £120.00"], "120.00"],
    ["the same amount three times in its row", ["Total   £120.00   £120.00   £120.00"], "120.00"],
    ["net, tax and gross in its row", ["Total   £100.00   £20.00   £120.00"], "120.00"],
    ["other amounts in its row", ["Total   £100.00   £30.00   £120.00"], ""],
    ["the next words of its row", ["Total   £120.00   VAT of it   £20.00"], "120.00"],
    ["a code of a currency", ["Total   GBP   120.00   VAT of it   £20.00"], "120.00"],
    ["an amount below a label that stands alone", ["Total", "£120.00"], "120.00"],
    ["a number without currency below it", ["Total", "120.00"], ""],
    ["an amount below it in a table", ["Item   Total", "Oats   £120.00"], ""],
    ["two amounts below it", ["Total", "£120.00   £20.00"], ""],
    ["two amounts in the cell below it", ["Total due from you now   Terms", "£12.00 and £9.00"], ""],
    ["the sum of a row below it", ["Net        VAT       Total", "100.00     20.00     120.00"], "120.00"],
    ["the sum of two in a row below it", ["VAT       Total", "20.00     20.00"], ""],
    ["another number than the sum below it", ["Net        VAT       Total", "100.00     20.00     130.00"], ""],
    ["the middle of a row below it", ["Net        Total       VAT", "100.00     120.00      20.00"], ""],
    ["an amount before its label", ["£120.00 Total"], ""],
  ])("%s", (_, lines, total) => {
    expect(totalIn(...lines)).toBe(total);
  });

  test("an amount in a sentence is no total: 48 letters before it and 14 behind it are a label", () => {
    const before = (length: number) => `Total ${"x".repeat(length - 7)} £120.00`;
    expect(totalIn(before(48))).toBe("120.00");
    expect(totalIn(before(49))).toBe("");
    const behind = (length: number) => `Total £120.00 ${"x".repeat(length - 1)}`;
    expect(totalIn(behind(14))).toBe("120.00");
    expect(totalIn(behind(15))).toBe("");
  });

  test("on a bank statement only the best labels count", () => {
    const statement = ["Sort code 20-00-00", "Money in   £300.00"];
    expect(totalIn(...statement, "Amount due   £300.00")).toBe("300.00");
    expect(totalIn(...statement, "Total   £300.00")).toBe("");
    expect(totalIn(...statement, "Visa   £300.00")).toBe("");
  });
});
