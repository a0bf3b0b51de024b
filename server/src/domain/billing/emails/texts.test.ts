import { expect, test } from "vitest";
import type { ReceiptContent } from "../receipts/content.ts";
import { receiptText, refundDecidedText, refundRequestedText, reminderText } from "./texts.ts";

type Request = Parameters<typeof refundDecidedText>[0];

const receipt: ReceiptContent = {
  title: "Receipt",
  number: "SR-1",
  date: "1 May 2026",
  seller: { name: "Sheaf Ltd", lines: [] },
  buyer: "Okafor",
  items: [
    { what: "Solo", detail: "30 days", amount: "£24.00" },
    { what: "Credit used", detail: null, amount: "–£5.00" },
  ],
  sums: [
    { label: "Net", amount: "£15.83" },
    { label: "VAT 20%", amount: "£3.17" },
    { label: "Total paid", amount: "£19.00" },
  ],
  facts: [],
  footer: "",
};

test("the email with a receipt lists items and sums in their order, and the total last", () => {
  expect(receiptText(receipt, "https://x/settings")).toEqual({
    subject: "Receipt SR-1",
    heading: "Thank you for your payment",
    paragraphs: ["We have received the payment of Okafor. Your receipt SR-1 is attached."],
    list: {
      rows: [
        { name: "Solo", value: "£24.00" },
        { name: "Credit used", value: "–£5.00" },
        { name: "Net", value: "£15.83" },
        { name: "VAT 20%", value: "£3.17" },
      ],
      total: { name: "Total paid", value: "£19.00" },
    },
    action: { label: "See all payments", link: "https://x/settings" },
  });
});

test("the email with a credit note says that the money is on its way", () => {
  expect(receiptText({ ...receipt, title: "Credit note" }, "")).toMatchObject({
    subject: "Credit note SR-1",
    heading: "Your money is on its way",
    paragraphs: ["We have sent money back to Okafor. Your credit note SR-1 is attached."],
  });
});

test("a receipt without sums has no list", () => {
  expect(receiptText({ ...receipt, sums: [] }, "")).not.toHaveProperty("list");
});

test.each([
  ["money", "£9.00"],
  ["credit", "a credit of £9.90"],
] as const)("a request for %s names %s", (refundAs, what) => {
  const request = { refundPence: 900, creditPence: 990, refundAs } as Request;
  const { subject, heading, paragraphs } = refundRequestedText(request, "");
  expect([subject, heading]).toEqual(["Your refund request has arrived", "Your refund request has arrived"]);
  expect(paragraphs[0]).toBe(`You asked for ${what}. We review your request and reply within 24 hours.`);
});

test.each([
  ["granted-money", "paypal", "£9.00 will be refunded to you", "within 3-5 business days"],
  ["granted-money", "manual", "£9.00 will be refunded to you", "within 10-15 business days"],
  ["granted-credit", "paypal", "You have a credit of £9.00", "pays for your next purchase"],
  ["denied", "paypal", "Your refund request was not granted", "continues unchanged"],
] as const)("a request that is %s, of a payment by %s, is answered with “%s”", (state, method, heading, words) => {
  const text = refundDecidedText({ state, answer: null } as Request, { grantedPence: 900, method }, "https://x");
  expect(text).toMatchObject({ subject: heading, heading, action: { link: "https://x" } });
  expect(text?.paragraphs.join()).toContain(words);
  expect(text).not.toHaveProperty("afterword");
});

test("the answer of the administrator follows the decision", () => {
  const request = { state: "denied", answer: "Too many were used." } as Request;
  const { afterword } = refundDecidedText(request, { grantedPence: 0, method: "paypal" }, "") ?? {};
  expect(afterword).toBe("The answer to your request: Too many were used.");
});

test.each(["pending", "withdrawn"] as const)("a request that is %s gets no email", (state) => {
  expect(refundDecidedText({ state, answer: "no" } as Request, { grantedPence: 1, method: "paypal" }, "")).toBeNull();
});

test.each([
  [2_400, "£24 for 30 days"],
  [2_450, "£24.50 for 30 days"],
])("a reminder names the end in UK time and the price of %i pence as %s", (pricePence, price) => {
  const plan = { name: "Solo", slug: "solo", pricePence, endsAt: new Date("2026-07-01T23:05:00Z") };
  const { subject, paragraphs, action } = reminderText(plan, "https://x");
  expect(subject).toBe("Your plan ends on 2 July 2026");
  expect(paragraphs[0]).toContain("Solo is paid until 2 July 2026, 00:05.");
  expect(paragraphs[1]).toContain(price);
  expect(action).toEqual({ label: "Renew Solo", link: "https://x/subscribe?plan=solo" });
});
