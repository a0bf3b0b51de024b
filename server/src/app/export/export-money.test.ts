import { expect, test } from "vitest";
import type { ReceiptContent } from "../../domain/billing/index.ts";
import { flatReceipt } from "./export-money.ts";

test("a receipt is one row of a table, with what was bought and its total", () => {
  const content: ReceiptContent = {
    title: "Receipt",
    number: "R-7",
    date: "28 November 2026",
    seller: { name: "Sheaf", lines: [] },
    buyer: "Okafor & Co",
    items: [
      { what: "Small Firm", detail: null, amount: "£20.00" },
      { what: "2 more members", detail: null, amount: "£4.00" },
    ],
    sums: [
      { label: "Net", amount: "£24.00" },
      { label: "VAT", amount: "£4.80" },
      { label: "Total", amount: "£28.80" },
    ],
    facts: [],
    footer: "",
  };
  const receipt = { paymentId: "p1", number: "R-7", recordedAt: "2026-11-28T09:00:00.000Z", content };
  expect(flatReceipt(receipt)).toEqual({
    paymentId: "p1",
    number: "R-7",
    recordedAt: "2026-11-28T09:00:00.000Z",
    title: "Receipt",
    date: "28 November 2026",
    buyer: "Okafor & Co",
    items: "Small Firm, 2 more members",
    total: "£28.80",
  });
});
