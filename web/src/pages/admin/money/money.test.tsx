import type { WaitingMoney } from "@sheaf/contracts/admin/money.ts";
import { within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { signInAdmin } from "../../../testing/admin.ts";
import { type Answer, openPage } from "../../../testing/page.tsx";

beforeEach(() => signInAdmin());
afterEach(() => localStorage.clear());

const at = "2026-11-18T09:30:00.000Z";
const hartley = { id: "p-1", name: "Hartley & Wren", ownerId: "u-1" };
const asked = { documentsAllowed: 500, refundPence: 2400, creditPence: 2640 };
const aRefund: WaitingMoney["refunds"][number] = {
  id: "r-1",
  paymentId: "pay-1",
  practice: hartley,
  requestedAt: at,
  requestedBy: "Priya Nair",
  refundAs: "money",
  reason: "Closing down",
  outcome: "full",
  documentsUsed: 12,
  ...asked,
  state: "pending",
  decidedAt: null,
  answer: null,
  byTransfer: false,
  paying: false,
  now: {
    paymentId: "pay-1",
    outcome: "credit",
    documentsUsed: 60,
    ...asked,
    paidAt: at,
    endsPeriod: null,
    returnsTo: "Solo Practitioner",
    suspends: ["Tom Wren"],
  },
};
const nothing: WaitingMoney = { refunds: [], differences: [], unclaimed: [], mismatched: [] };
const order = { planName: "Solo Practitioner", duePence: 900, createdAt: at };

async function openMoney(money: WaitingMoney, answers: Record<string, Answer> = {}) {
  const page = openPage("/admin/dashboard?tab=money", { "GET /api/admin/money": money, ...answers });
  await page.findByRole("region", { name: "Refund requests" });
  const card = (name: string) => within(page.getByRole("region", { name }));
  const rows = (name: string) =>
    card(name)
      .getAllByRole("row")
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole("cell")
          .map(({ textContent }) => textContent),
      );
  return { ...page, card, rows };
}

test("a refund request shows the figures of then and of now, and is decided in place", async () => {
  const decide = "POST /api/admin/refunds/r-1/decide";
  const page = await openMoney({ ...nothing, refunds: [aRefund] }, { [decide]: { status: 204 } });
  const card = page.card("Refund requests");
  card.getByText(/^Asked .* a full refund of £24.00, 12 of 500 documents used$/);
  card.getByText("Now: a credit of £26.40, 60 of 500 documents used");
  expect(card.getByRole("link", { name: "Hartley & Wren" }).getAttribute("href")).toBe("/admin/users/u-1");
  page.getByRole("tab", { name: "Money 1 waiting" });

  await page.user.click(card.getByRole("button", { name: "Decide, Hartley & Wren" }));
  const dialog = within(page.getByRole("dialog"));
  dialog.getByText(/You may refund money instead/);
  await page.user.type(dialog.getByLabelText("Reason"), "As the policy says");
  await page.user.click(dialog.getByRole("button", { name: "Decide" }));
  dialog.getByText("A decision is required");
  const suspends = "If granted, the refund suspends 1 member, because the plan then allows fewer users: Tom Wren.";
  expect(dialog.queryByText(suspends)).toBeNull();
  await page.user.click(dialog.getByRole("radio", { name: /credit of £26.40.*returns to Solo Practitioner/ }));
  dialog.getByText(suspends);
  page.answers["GET /api/admin/money"] = nothing;
  await page.user.click(dialog.getByRole("button", { name: "Give £26.40 Credit" }));

  await page.findByText("No refund requests are waiting.");
  page.getByRole("tab", { name: "Money" });
  const sent = page.asked.find(({ call }) => call === decide);
  expect(JSON.parse(String(sent?.body))).toEqual({ decision: "credit", reason: "As the policy says" });
});

test("money is refunded through PayPal only after the amount was confirmed once more", async () => {
  const decide = "POST /api/admin/refunds/r-1/decide";
  const page = await openMoney({ ...nothing, refunds: [aRefund] }, { [decide]: { status: 204 } });
  const sent = () => page.asked.filter(({ call }) => call === decide).map(({ body }) => JSON.parse(String(body)));
  await page.user.click(page.getByRole("button", { name: "Decide, Hartley & Wren" }));
  const dialog = within(page.getByRole("dialog"));
  await page.user.click(dialog.getByRole("radio", { name: /^Refund £24.00/ }));
  await page.user.type(dialog.getByLabelText("Reason"), "Closing down");
  await page.user.click(dialog.getByRole("button", { name: "Refund £24.00" }));
  dialog.getByText(/PayPal sends .* back to the payer at once/);
  expect(sent()).toEqual([]);

  await page.user.click(dialog.getByRole("button", { name: "Back" }));
  await page.user.click(dialog.getByRole("button", { name: "Refund £24.00" }));
  page.answers["GET /api/admin/money"] = nothing;
  await page.user.click(dialog.getByRole("button", { name: "Confirm: Refund £24.00" }));
  await page.findByText("No refund requests are waiting.");
  expect(sent()).toEqual([{ decision: "money", reason: "Closing down" }]);
});

test("a refund under way is not decided again; a payment that can no longer be refunded says so", async () => {
  const gone = { ...aRefund, id: "r-2", now: null };
  const page = await openMoney({ ...nothing, refunds: [{ ...aRefund, paying: true }, gone] });
  const [first, second] = page.card("Refund requests").getAllByRole("listitem");
  if (!first || !second) throw new Error("Two requests wait");

  within(first).getByText(/Sheaf asks PayPal every ten minutes/);
  expect(within(first).queryByRole("button")).toBeNull();
  within(second).getByText("Now: this payment can no longer be refunded");
  within(second).getByRole("button");
});

test("[S9.25] orders and differences show their practice and what is known; empty lists say so", async () => {
  const empty = await openMoney(nothing);
  empty.getByText("Every paid order belongs to a practice.");
  empty.getByText("Every order was paid with the amount ordered.");
  empty.getByText("The ledger and PayPal agree.");
  expect(empty.queryByText(/waiting$/)).toBeNull();
  empty.unmount();

  const difference = { reference: "5TY", happenedAt: at, foundAt: at };
  const page = await openMoney({
    ...nothing,
    unclaimed: [{ ...order, id: "o-1", email: "guest@example.com", payPalOrderId: "8AB", state: "pending" }],
    mismatched: [
      { ...order, id: "o-2", email: null, payPalOrderId: "9CD", practice: { ...hartley, ownerId: null } },
      { ...order, id: "o-3", email: "late@example.com", payPalOrderId: "1EF", practice: null },
    ],
    differences: [
      { ...difference, id: "d-1", kind: "ours-missing", oursPence: null, theirsPence: -2400, practice: hartley },
      { ...difference, id: "d-2", kind: "amount", oursPence: 2400, theirsPence: 240, practice: null },
    ],
  });
  page.getByRole("tab", { name: "Money 5 waiting" });
  const [guest] = page.rows("Paid but not claimed");
  expect(guest?.slice(1)).toEqual(["guest@example.com held by PayPal", "Solo Practitioner", "8AB", "£9.00"]);
  expect(page.rows("Paid with a different amount").map((cells) => cells.slice(1))).toEqual([
    ["Hartley & Wren (deleted)", "Solo Practitioner", "9CD", "£9.00"],
    ["late@example.com", "Solo Practitioner", "1EF", "£9.00"],
  ]);
  expect(page.rows("Differences with PayPal").map((cells) => cells.slice(1))).toEqual([
    ["Missing in the ledger", "Hartley & Wren", "5TY", "–", "−£24.00", "Close"],
    ["Amount does not match", "Unknown", "5TY", "£24.00", "£2.40", "Close"],
  ]);
});

test("a difference settled elsewhere is closed with a reason", async () => {
  const close = "POST /api/admin/differences/d-1/close";
  const difference: WaitingMoney["differences"][number] = {
    id: "d-1",
    kind: "ours-missing",
    reference: "5TY",
    oursPence: null,
    theirsPence: -2400,
    practice: hartley,
    happenedAt: at,
    foundAt: at,
  };
  const page = await openMoney({ ...nothing, differences: [difference] }, { [close]: { status: 204 } });
  await page.user.click(page.getByRole("button", { name: "Close the difference 5TY" }));
  const dialog = within(page.getByRole("dialog"));
  await page.user.type(dialog.getByLabelText("Reason"), "Entered by hand");
  page.answers["GET /api/admin/money"] = nothing;
  await page.user.click(dialog.getByRole("button", { name: "Close Difference" }));
  await page.findByText("The ledger and PayPal agree.");
});
