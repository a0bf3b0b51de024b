import { expect, test } from "vitest";
import { typedPage } from "../../testing/typed-page.ts";
import { factsOf } from "./facts.ts";

const totalOf = (...lines: string[]) =>
  factsOf(typedPage({ lines }))
    .filter(({ kind }) => kind === "total")
    .map(({ value, currency }) => `${value} ${currency ?? "-"}`)
    .join();

test.each([
  ["Total", "Total   £120.00"],
  ["Total due", "Total due   £120.00"],
  ["Amount due", "Amount due: £120.00"],
  ["Balance due", "Balance due   GBP   120.00"],
  ["Grand total", "GRAND TOTAL   £120.00"],
  ["Total to pay", "Total to pay by 14 October 2026   £120.00"],
  ["Total inc VAT", "Total inc. VAT   £120.00"],
  ["Total (GBP)", "TOTAL GBP   120.00"],
  ["Invoice total", "Invoice total   £120.00"],
  ["Total payable", "Total Payable £ 120.00"],
  ["Net pay", "Net pay   £120.00"],
  ["a card payment", "Card payment   £120.00"],
  ["a sale by Visa", "VISA DEBIT   £120.00"],
  ["letters that a reader mistook", "TOTAI   £120.00"],
])("the total is found beside %s", (_, line) => {
  expect(totalOf("Flour   £70.00", "Butter   £50.00", line)).toBe("120.00 GBP");
});

test.each([
  ["a subtotal", "Subtotal   £100.00"],
  ["the sum before tax", "Total excluding VAT   £100.00"],
  ["the net total", "Total net   £100.00"],
  ["the tax", "Total VAT   £20.00"],
  ["the tax to be paid", "VAT payable   £20.00"],
  ["what was saved", "Total savings   £3.00"],
  ["the number of items", "Total items   3"],
  ["the change", "Change   £5.00"],
  ["cash", "Cash   £150.00"],
  ["the balance of an account", "Closing balance   £1,200.00"],
  ["deductions", "Total deductions   £300.00"],
  ["a heading", "Item   Total"],
  ["an earlier invoice", "Last invoice total   £80.00"],
])("%s is no total", (_, line) => {
  expect(totalOf("Flour   £70.00", line)).toBe("");
});

test("the total stands below its label, or in a table of net, tax and gross", () => {
  expect(totalOf("Due date       Amount due", "14/10/2026     £120.00")).toBe("120.00 GBP");
  expect(totalOf("Net        VAT       Total", "£100.00    £20.00    £120.00")).toBe("120.00 GBP");
  expect(totalOf("Item       Total", "Flour      £70.00", "Butter     £50.00")).toBe("");
});

test("between two totals, net and tax decide", () => {
  const lines = ["Net   £100.00", "VAT   £20.00", "Total   £120.00", "Total   £150.00"];
  expect(totalOf(...lines)).toBe("120.00 GBP");
  expect(totalOf("Total   £120.00", "Total   £150.00")).toBe("");
});

test("a total that cash and change contradict is left out", () => {
  expect(totalOf("Flour   £12.00", "Total   £72.00", "Cash   £20.00", "Change   £8.00")).toBe("");
  expect(totalOf("Flour   £12.00", "Total   £12.00", "Cash   £20.00", "Change   £8.00")).toBe("12.00 GBP");
});

test("cash less change is the total of a receipt that names none", () => {
  expect(totalOf("Subtotal   £12.00", "Cash   £20.00", "Change   £8.00")).toBe("12.00 GBP");
});

test("a receipt is rounded to what coins can pay", () => {
  const lines = ["Total sales   RM 88.97", "Rounding adj   -0.02", "Total rounded   RM 88.95", "Cash   RM 88.95"];
  expect(totalOf(...lines)).toBe("88.95 MYR");
});

test("each label has its own amount where two stand in a row", () => {
  expect(totalOf("Total VAT   £20.00     Total due   £120.00")).toBe("120.00 GBP");
  expect(totalOf("Total due   £120.00     Of it VAT   £20.00")).toBe("120.00 GBP");
});

test("a bank statement has no total", () => {
  const lines = ["Sort code 20-00-00", "Money in   £300.00", "Total   £300.00", "Closing balance   £1,300.00"];
  expect(totalOf(...lines)).toBe("");
});

test("an invoice that says where to pay is no bank statement", () => {
  const lines = ["Total   £300.00", "Sort code 20-00-00   Account number 12345678"];
  expect(totalOf(...lines)).toBe("300.00 GBP");
});
