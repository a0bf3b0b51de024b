import type { Billing, Quote } from "@sheaf/contracts/billing.ts";
import type { LedgerEntry } from "@sheaf/contracts/payments.ts";
import type { RefundPreview, RefundRequest } from "@sheaf/contracts/refunds.ts";
import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type Answer, openPage } from "../../../testing/page.tsx";
import { billing, priya, settings, smallFirm, unlimited } from "../../../testing/people.ts";

const [running] = billing.periods;
const ahead: Billing = {
  ...billing,
  creditPence: 250,
  periods: [
    ...billing.periods,
    {
      id: "period-2",
      plan: { slug: "small-firm", name: "Small Firm" },
      documentsUsed: 0,
      documentsAllowed: 500,
      startsAt: "2026-12-06T10:00:00.000Z",
      endsAt: "2027-01-05T10:00:00.000Z",
    },
  ],
};
const payment: LedgerEntry = {
  id: "pay-1",
  at: new Date().toISOString(),
  kind: "payment",
  what: "Small Firm, 30 days",
  buys: "period",
  planSlug: "small-firm",
  amountPence: 2400,
  creditPence: 0,
  creditLeftPence: 250,
  currency: "GBP",
  method: "paypal",
  reference: "3FA85F64",
  period: running ?? null,
};
const creditUsed: LedgerEntry = {
  ...payment,
  id: "pay-0",
  kind: "credit-used",
  what: "Credit used",
  buys: null,
  method: "credit",
  amountPence: 0,
  creditPence: -150,
  reference: "For payment pay-1",
  period: null,
};
const solo = { ...smallFirm.plan, id: "plan-1", slug: "solo", name: "Solo Practitioner", price: 900, maxUsers: 1 };
const server: Record<string, Answer> = {
  "GET /api/settings": settings,
  "GET /api/members": [],
  "GET /api/invitations": [],
  "GET /api/sessions": [],
  "GET /api/audit-log": [],
  "GET /api/subscription-plans": [solo, smallFirm.plan],
  "GET /api/payments": [payment, creditUsed],
};

async function openPlan(answers: Record<string, Answer> = {}) {
  const page = openPage("/settings", { ...server, ...answers });
  const section = within(await page.findByRole("region", { name: "Plan and payments" }));
  const press = async (name: string | RegExp) => page.user.click(await page.findByRole("button", { name }));
  const sent = (call: string) =>
    page.asked.filter((asked) => asked.call === call).map(({ body }) => body && JSON.parse(String(body)));
  return { ...page, section, press, sent };
}

test("the section shows the running and the paid periods, the credit, and every entry of the ledger", async () => {
  const page = await openPlan({ "GET /api/billing": ahead });
  await page.section.findByText("6 Nov to 6 Dec 2026: Small Firm, 353 of 500 documents used");
  page.section.getByText("6 Dec 2026 to 5 Jan 2027: Small Firm, 500 documents, paid ahead");
  page.section.getByText("Credit of £2.50");
  const rows = within(await page.section.findByRole("table", { name: "Payments" })).getAllByRole("row");
  expect(rows.slice(1).map((row) => row.textContent)).toEqual([
    expect.stringMatching(/Small Firm, 30 daysPayPal 3FA85F646 Nov to 6 Dec 2026£24.00/),
    expect.stringMatching(/Credit used−£1.50$/),
  ]);
  const receipts = page.section.getAllByRole("link", { name: /^Receipt/ }).map((link) => link.getAttribute("href"));
  expect(receipts).toEqual(["/api/payments/pay-1/receipt"]);
});

test("a member sees the plan and can change nothing", async () => {
  const page = await openPlan({ "GET /api/user": { ...priya, role: "member" } });
  await page.section.findByText(/353 of 500 documents used/);
  page.section.getByText("The owner of the practice pays.");
  expect(page.section.queryByRole("button")).toBeNull();
  expect(page.section.queryByRole("table")).toBeNull();
  expect(page.section.getAllByRole("link").map((link) => link.textContent)).toEqual(["View All Plans"]);
});

const growth = { ...smallFirm.plan, id: "plan-3", slug: "growth", name: "Growth Practice", price: 5000, maxUsers: 10 };
const quoteOf = (slug: string, name: string, part: Partial<Quote>): Quote => ({
  plan: { slug, name },
  buys: "period",
  pricePence: 900,
  creditPence: 0,
  duePence: 900,
  startsAt: "2026-12-06T10:00:00.000Z",
  endsAt: "2027-01-05T10:00:00.000Z",
  suspends: [],
  ...part,
});

test("every plan is listed: the current one, what an upgrade costs today, and when a downgrade starts", async () => {
  const page = await openPlan({
    "GET /api/subscription-plans": [solo, smallFirm.plan, growth],
    "GET /api/billing/quote": (query: URLSearchParams) =>
      query.get("plan") === "solo"
        ? quoteOf("solo", "Solo Practitioner", {})
        : quoteOf("growth", "Growth Practice", { buys: "upgrade", duePence: 1387 }),
  });
  const downgrade = await page.section.findByRole("link", {
    name: "Solo Practitioner: Downgrade (from 6 Dec 2026)",
  });
  expect(downgrade.getAttribute("href")).toBe("/subscribe?plan=solo");
  const upgrade = await page.section.findByRole("link", { name: "Growth Practice: Upgrade (£13.87 today)" });
  expect(upgrade.getAttribute("href")).toBe("/subscribe?plan=growth");
  page.section.getByText("Current");
});

test("from a free plan any other can be chosen at its price", async () => {
  const free = { ...smallFirm.plan, slug: "free-forever", name: "Free Forever", price: 0 };
  const page = await openPlan({
    "GET /api/subscription": { ...smallFirm, plan: free },
    "GET /api/billing/quote": quoteOf("solo", "Solo Practitioner", { startsAt: "2026-11-20T10:00:00.000Z" }),
  });
  page.section.getByText("Free Forever");
  await page.section.findByRole("link", { name: "Solo Practitioner: Choose (£9.00 today)" });
});

test("[S4.20] cancelling shows what stays, and can be undone", async () => {
  const page = await openPlan({ "POST /api/billing/cancel": billing, "POST /api/billing/resume": billing });
  await page.press("Cancel subscription");
  const dialog = within(page.getByRole("dialog"));
  dialog.getByText(/Everything works until 6 Dec 2026/);
  dialog.getByRole("button", { name: "Keep subscription" });
  page.answers["GET /api/billing"] = { ...billing, cancelled: true };
  await page.user.click(dialog.getByRole("button", { name: "Cancel subscription" }));
  await page.section.findByText(/No reminders are sent. Everything works until 6 Dec 2026/);
  page.answers["GET /api/billing"] = billing;
  await page.press("Resume");
  await page.section.findByRole("button", { name: "Cancel subscription" });
});

const preview = (part: Partial<RefundPreview>): RefundPreview => ({
  paymentId: "pay-1",
  outcome: "full",
  documentsUsed: 12,
  documentsAllowed: 500,
  paidAt: payment.at,
  refundPence: 2400,
  creditPence: 2640,
  endsPeriod: running ?? null,
  returnsTo: null,
  suspends: [],
  ...part,
});

test.each([
  ["full", 12, /12 of 500 documents are used, less than 10%: you get the full £24.00 back/, "Ask for Money Back"],
  [
    "credit",
    100,
    /between 10% and 50%: a credit of £26.40, or money back if an administrator agrees/,
    "Ask for Credit",
  ],
  ["denied", 300, /more than 50%: this payment can no longer be refunded/, null],
  ["too-late", 12, /within 30 days of a payment, and that time has passed/, null],
] as const)(
  "[S9.13] the outcome of a refund is shown before it is requested: %s",
  async (outcome, documentsUsed, words, action) => {
    const page = await openPlan({ "GET /api/refunds/outcome": preview({ outcome, documentsUsed }) });
    await page.press(/^Refund: Small Firm, 30 days/);
    const dialog = within(await page.findByRole("dialog", { name: "Ask for a refund" }));
    await dialog.findByText(words);
    expect(dialog.queryByText(/the period 6 Nov to 6 Dec 2026 ends at once/) !== null).toBe(action !== null);
    expect(dialog.queryAllByRole("button", { name: /^Ask for/ }).map((button) => button.textContent)).toEqual(
      action ? [action] : [],
    );
  },
);

test.each([
  [["Tom Wren"], "If granted, the refund suspends 1 member, because the plan then allows fewer users: Tom Wren."],
  [
    ["Ana Li", "Tom Wren"],
    "If granted, the refund suspends 2 members, because the plan then allows fewer users: Ana Li and Tom Wren.",
  ],
])(
  "before the refund of an upgrade the members suspended by the previous plan are named: %j",
  async (suspends, words) => {
    const back = { endsPeriod: null, returnsTo: "Solo Practitioner", suspends };
    const page = await openPlan({ "GET /api/refunds/outcome": preview(back) });
    await page.press(/^Refund: Small Firm, 30 days/);
    await page.findByText("If granted, the practice returns to Solo Practitioner at once.");
    page.getByText(words);
  },
);

test("a refund that cannot be requested names no suspended members", async () => {
  const page = await openPlan({ "GET /api/refunds/outcome": preview({ outcome: "denied", suspends: ["Tom Wren"] }) });
  await page.press(/^Refund: Small Firm, 30 days/);
  await page.findByText(/can no longer be refunded/);
  expect(page.queryByText(/suspended/)).toBeNull();
});

test("a refund is requested once, can be withdrawn, and the decision is shown", async () => {
  const asked: RefundRequest = {
    id: "refund-1",
    paymentId: "pay-1",
    requestedAt: payment.at,
    requestedBy: "Priya Nair",
    refundAs: "credit",
    reason: "Closing down",
    outcome: "full",
    refundPence: 2400,
    creditPence: 2640,
    state: "pending",
    decidedAt: null,
    answer: null,
  };
  const page = await openPlan({
    "GET /api/refunds/outcome": preview({}),
    "POST /api/refunds": { status: 201, body: asked },
    "DELETE /api/refunds/refund-1": { status: 204 },
  });
  await page.press(/^Refund:/);
  await page.user.click(await page.findByRole("radio", { name: /Credit of £26.40/ }));
  await page.user.type(page.getByLabelText(/^Why/), "Closing down");
  page.answers["GET /api/refunds"] = [asked];
  await page.press("Ask for Credit");
  await page.section.findByText("Waiting for an answer");
  expect(page.sent("POST /api/refunds")).toEqual([{ paymentId: "pay-1", refundAs: "credit", reason: "Closing down" }]);
  expect(page.queryByRole("button", { name: /^Refund:/ })).toBeNull();

  page.answers["GET /api/refunds"] = [{ ...asked, state: "denied", answer: "The period ended." }];
  await page.press("Withdraw: Credit of £26.40");
  await page.section.findByText("Declined");
  page.section.getByText(/The period ended\./);
});

test("unlimited use is shown with a link to the plans, and without an offer to buy", async () => {
  const page = await openPlan({ "GET /api/subscription": unlimited, "GET /api/billing": { ...billing, periods: [] } });
  await page.section.findByText("Unlimited");
  page.section.getByText(/Unlimited documents · Unlimited users/);
  expect(page.section.getByRole("link", { name: "View All Plans" }).className).not.toContain("btn");
  expect(page.section.queryByText(/Paid until|Upgrade|Choose|Next Period|Reminders/)).toBeNull();
});

test("with unlimited use, earlier paid periods are shown as well", async () => {
  const page = await openPlan({ "GET /api/subscription": unlimited });
  await page.section.findByText("Paid as well");
  page.section.getByText("6 Nov to 6 Dec 2026: Small Firm, 353 of 500 documents used");
});
