import { within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { aUserPage, signInAdmin } from "../../../testing/admin.ts";
import { bringInstallation } from "../../../testing/installation.ts";
import { type Answer, openPage } from "../../../testing/page.tsx";
import { ownPractice } from "../../../testing/people.ts";

beforeEach(() => signInAdmin());
afterEach(() => localStorage.clear());

async function openUser(answers: Record<string, Answer> = {}, part: Parameters<typeof aUserPage>[0] = {}) {
  const page = openPage("/admin/users/u-1", { "GET /api/admin/users/u-1": aUserPage(part), ...answers });
  await page.findByRole("heading", { name: "Priya Nair" });
  const start = async (act: string) => {
    await page.user.click(page.getByRole("button", { name: act }));
    return within(await page.findByRole("dialog"));
  };
  const sent = (call: string) => JSON.parse(String(page.asked.find((asked) => asked.call === call)?.body));
  return { ...page, start, sent };
}

test("a transfer is recorded as on the bank statement; another amount is refused with the server's message", async () => {
  const payments = "POST /api/admin/practices/p-1/payments";
  const refusal = { code: "amount-differs", message: "Small Firm costs £24.00, and £42.00 was entered." };
  const page = await openUser({ [payments]: { status: 409, body: refusal } });
  await page.user.click(page.getByRole("button", { name: "Record a Payment" }));
  const dialog = within(page.getByRole("dialog"));
  const record = () => page.user.click(dialog.getByRole("button", { name: "Record" }));
  await page.user.type(dialog.getByLabelText(/^Amount/), "42,00");
  await record();
  dialog.getByText("Type pounds and pence, such as 24.00");
  dialog.getByText("Reference is required");
  dialog.getByText("Reason is required");

  await page.user.clear(dialog.getByLabelText(/^Amount/));
  await page.user.type(dialog.getByLabelText(/^Amount/), "£42.00");
  await page.user.type(dialog.getByLabelText("Reference"), "HARTLEY 0042");
  await page.user.type(dialog.getByLabelText("Reason"), "Seen on the statement");
  await record();
  await dialog.findByText(refusal.message);
  expect(page.sent(payments)).toEqual({
    plan: "small-firm",
    amountPence: 4200,
    reference: "HARTLEY 0042",
    reason: "Seen on the statement",
  });

  page.answers[payments] = { status: 204 };
  await record();
  await page.findByText("Payment recorded");
  expect(page.queryByRole("dialog")).toBeNull();
});

test("for a transfer for a dearer plan the upgrade's price, the practice's credit and the price of 30 days are shown", async () => {
  const quote = {
    plan: { slug: "partnership", name: "Partnership" },
    buys: "upgrade",
    suspends: [],
    pricePence: 1342,
    creditPence: 240,
    duePence: 1102,
    startsAt: "2026-11-20T14:05:00.000Z",
    endsAt: "2026-12-06T10:00:00.000Z",
  };
  const page = await openUser({ "GET /api/admin/practices/p-1/quote": quote });
  await page.user.click(page.getByRole("button", { name: "Record a Payment" }));
  const dialog = within(page.getByRole("dialog"));
  await dialog.findByText(/£13.42 today as an upgrade until 6 Dec 2026, £11.02 with the credit of £2.40; or £24.00/);
  dialog.getByText(/The amount decides what Hartley & Wren gets/);
});

test("a practice with a granted free plan pays for a plan that is for sale", async () => {
  const { billing } = aUserPage();
  if (!billing) throw new Error("The page has no money");
  const periods = billing.periods.map((each) => ({ ...each, plan: { slug: "free-forever", name: "Free Forever" } }));
  const granted = { ...billing, periods };
  const page = await openUser({}, { billing: granted });
  await page.user.click(page.getByRole("button", { name: "Record a Payment" }));

  const plan = within(page.getByRole("dialog")).getByLabelText("Plan");
  expect(plan).toHaveProperty("value", "small-firm");
  expect(within(plan).queryByText("Free Forever")).toBeNull();
});

test("a plan for granted days can be chosen only where no subscription runs", async () => {
  const days = "POST /api/admin/practices/p-1/days";
  const page = await openUser({ [days]: { status: 204 } }, { subscription: null });
  const dialog = await page.start("Grant Days");
  await page.user.selectOptions(dialog.getByLabelText("Plan"), "Free Forever");
  await page.user.type(dialog.getByLabelText("Days"), "400");
  await page.user.type(dialog.getByLabelText("Reason"), "A long outage");
  await page.user.click(dialog.getByRole("button", { name: "Grant" }));
  dialog.getByText("Type a number of days from 1 to 365");
  await page.user.clear(dialog.getByLabelText("Days"));
  await page.user.type(dialog.getByLabelText("Days"), "7");
  await page.user.click(dialog.getByRole("button", { name: "Grant" }));

  await page.findByText("Days granted");
  expect(page.sent(days)).toEqual({ plan: "free-forever", days: 7, reason: "A long outage" });
});

test("a refund shows what the policy allows now, the value of each decision, and the members it suspends", async () => {
  const decide = "POST /api/admin/refunds/r-1/decide";
  const page = await openUser(
    { [decide]: { status: 204 } },
    {
      refunds: [
        {
          id: "r-1",
          paymentId: "pay-1",
          requestedAt: "2026-11-20T10:00:00.000Z",
          requestedBy: "Priya Nair",
          refundAs: "money",
          reason: "Closing down",
          outcome: "full",
          refundPence: 2400,
          creditPence: 2640,
          state: "pending",
          decidedAt: null,
          answer: null,
          now: {
            paymentId: "pay-1",
            paidAt: "2026-11-18T09:30:00.000Z",
            outcome: "credit",
            documentsUsed: 60,
            documentsAllowed: 500,
            refundPence: 2400,
            creditPence: 2640,
            returnsTo: null,
            suspends: ["Tom Wren"],
            endsPeriod: { startsAt: "2026-11-18T09:30:00.000Z", endsAt: "2026-12-18T09:30:00.000Z" },
          },
        },
      ],
    },
  );
  await page.user.click(page.getByRole("button", { name: "Decide" }));
  const dialog = within(page.getByRole("dialog"));
  dialog.getByText(/You may refund money instead/);
  await page.user.click(
    dialog.getByRole("radio", { name: /credit of £26.40.*The period bought with this payment ends/ }),
  );
  dialog.getByText(/^If granted, the refund suspends 1 member/);
  await page.user.type(dialog.getByLabelText("Reason"), "As the policy says");
  await page.user.click(dialog.getByRole("button", { name: "Give £26.40 Credit" }));

  await page.findByText("Refund decided");
  expect(page.sent(decide)).toEqual({ decision: "credit", reason: "As the policy says" });
});

test("a user is deleted after typing their username, and the search follows", async () => {
  const remove = "POST /api/admin/users/u-1/delete";
  const page = await openUser({ [remove]: { status: 204 } });
  const dialog = await page.start("Delete");
  dialog.getByText(/Hartley & Wren is deleted with its owner/);
  await page.user.type(dialog.getByLabelText(/^Type/), "priya");
  await page.user.type(dialog.getByLabelText("Reason"), "Asked by letter");
  await page.user.click(dialog.getByRole("button", { name: "Delete" }));
  dialog.getByText("Type the username, priya.nair");
  await page.user.type(dialog.getByLabelText(/^Type/), ".nair");
  await page.user.click(dialog.getByRole("button", { name: "Delete" }));

  await page.findByText("User deleted");
  await page.findByText("Find a user");
  expect(page.address()).toBe("/admin/dashboard?tab=users");
  expect(page.sent(remove)).toEqual({ username: "priya.nair", reason: "Asked by letter" });
});

test("a suspended user can be restored, and only an unconfirmed address offers a verification", async () => {
  const page = await openUser({}, { user: { ...aUserPage().user, suspended: "operator", emailVerified: false } });
  const acts = within(page.getByRole("group", { name: "Actions" }));
  expect(acts.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "Record a Payment",
    "Grant Days",
    "Resend Verification",
    "End Sessions",
    "Restore",
    "Delete",
  ]);
  await page.user.click(acts.getByRole("button", { name: "Restore" }));
  await page.findByText("Everybody in Hartley & Wren can sign in again.");
});

test("a reset link is sent to the confirmed address, and nobody in the portal sees it", async () => {
  const send = "POST /api/admin/users/u-1/send-reset-link";
  const page = await openUser({ [send]: { status: 204 } });
  const dialog = await page.start("Send Reset Link");
  dialog.getByText(/Nobody else sees the link/);
  await page.user.type(dialog.getByLabelText("Reason"), "Locked out, called us");
  await page.user.click(dialog.getByRole("button", { name: "Send Link" }));
  await page.findByText("Reset link sent");
  expect(page.sent(send)).toEqual({ reason: "Locked out, called us" });
});

const free = { planName: "Own practice", status: "active", currentPeriodEnd: "2126-11-06T10:00:00.000Z" } as const;

test("an unlimited subscription is shown, and ended with a reason", async () => {
  const end = "POST /api/admin/practices/p-1/end-unlimited";
  const page = await openUser({ [end]: { status: 204 } }, { subscription: { ...free, unlimited: true } });
  page.getByText("Own practice, free, unlimited");
  const dialog = await page.start("End Unlimited Subscription");
  dialog.getByText(/continues with Small Firm, which it has paid for/);
  await page.user.click(dialog.getByRole("button", { name: "End Subscription" }));
  dialog.getByText("Reason is required");
  await page.user.type(dialog.getByLabelText("Reason"), "Leaves the group");
  await page.user.click(dialog.getByRole("button", { name: "End Subscription" }));
  await page.findByText("Unlimited subscription ended");
  expect(page.sent(end)).toEqual({ reason: "Leaves the group" });
});

test("only an unlimited subscription can be ended", async () => {
  const page = await openUser();
  page.getByRole("button", { name: "Grant Days" });
  expect(page.queryByRole("button", { name: "End Unlimited Subscription" })).toBeNull();
});

test("in an own practice a user's page has nothing about money, and no action for it", async () => {
  bringInstallation(ownPractice);
  const page = await openUser(
    {},
    { subscription: { ...free, unlimited: true }, billing: null, ledger: null, refunds: null },
  );
  page.getByRole("button", { name: "Suspend" });
  expect(page.queryByRole("button", { name: /Payment|Days|Subscription/ })).toBeNull();
  expect(page.queryByText(/Ledger|Subscription|£/)).toBeNull();
});
