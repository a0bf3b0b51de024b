import { beforeEach, expect, test, vi } from "vitest";
import { recordedDb, rowOf } from "../../../../testing/recorded-db.ts";
import { settleAttempt } from "../../accounts/index.ts";
import { claimLink, newClaim, renewClaims, sendClaimLink } from "../guests/claim-links.ts";
import { captureGuestOrder, createGuestOrder } from "../guests/guest-orders.ts";
import { planForSale } from "../subscription.ts";
import { orders, plans } from "../table.ts";
import { captureOrder, createOrder } from "./orders.ts";
import { priceOf } from "./purchase.ts";
import { settle } from "./settle.ts";

const payPal = vi.hoisted(() => ({ create: vi.fn(), capture: vi.fn(), get: vi.fn() }));
const sendAccountEmail = vi.hoisted(() => vi.fn());
vi.mock("../../../platform/paypal/paypal-client.ts", () => ({
  payPalOf: () => payPal,
  translatePayPalErrors: (_: unknown, work: () => Promise<unknown>) => work(),
}));
vi.mock("../../accounts/index.ts", () => ({ attemptOf: () => "attempt", settleAttempt: vi.fn() }));
vi.mock("../../account-emails/send.ts", () => ({ sendAccountEmail }));
vi.mock("../subscription.ts", () => ({ planForSale: vi.fn() }));
vi.mock("./purchase.ts", () => ({ priceOf: vi.fn() }));
vi.mock("./settle.ts", () => ({ settle: vi.fn() }));

const now = new Date("2026-11-20T10:00:00Z");
const endsAt = new Date("2026-12-20T10:00:00Z");
const key = Buffer.alloc(32, 7);

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(planForSale).mockResolvedValue({ id: "solo", slug: "solo", name: "Solo", pricePence: 900 } as never);
  price("period", 900, 100);
  payPal.create.mockResolvedValue({ id: "PP", links: [] });
  payPal.get.mockResolvedValue({ id: "PP" });
});
const price = (buys: "period" | "upgrade", pricePence: number, creditPence: number) =>
  vi.mocked(priceOf).mockResolvedValue({ buys, pricePence, creditPence, startsAt: now, endsAt });

function having(order: object | null = {}) {
  const { db, statements } = recordedDb(({ text }) => {
    if (text.includes("as now")) return [{ now: now.toISOString() }];
    const row = { id: "order", state: "created" as const, duePence: 800, payPalId: "PP", ...order };
    return text.startsWith("select") && order ? [[...rowOf(orders, row), ...rowOf(plans, { slug: "solo" })]] : [];
  });
  const config = { publicUrl: "https://sheaf.example", port: 443, companyName: "Sheaf Ltd" };
  return { services: { db, key, config, log: { error: vi.fn() } } as never, statements };
}

test.each([
  ["approve", "https://paypal.example/approve"],
  ["payer-action", "https://paypal.example/approve"],
  ["self", null],
])("an order is made at the price less the credit; the payer approves it at the link %s", async (rel, approveUrl) => {
  payPal.create.mockResolvedValue({ id: "PP", links: [{ rel, href: "https://paypal.example/approve" }] });
  const { services, statements } = having();
  const made = await createOrder(services, "p", "solo");
  expect(made).toMatchObject({ state: "created", planSlug: "solo", duePence: 800, payPalOrderId: "PP", approveUrl });
  expect(payPal.create).toHaveBeenCalledWith({
    id: made.id,
    duePence: 800,
    brand: "Sheaf Ltd",
    description: "Solo: 30 days",
    returnUrl: `https://sheaf.example/subscribe?plan=solo&order=${made.id}`,
    cancelUrl: "https://sheaf.example/subscribe?plan=solo",
  });
  expect(statements[0]?.values).toEqual(expect.arrayContaining([made.id, "p", "period", 100, 800, "PP"]));
});

test("an order of an upgrade is described as one", async () => {
  price("upgrade", 750, 0);
  await createOrder(having().services, "p", "solo");
  expect(payPal.create.mock.calls[0]?.[0]).toMatchObject({ description: "Upgrade to Solo", duePence: 750 });
});

test.each([
  [900, false],
  [899, true],
])("with a credit of %i of 900, there is something to pay: %s", async (credit, isDue) => {
  price("period", 900, credit);
  const made = createOrder(having().services, "p", "solo");
  if (isDue) expect(await made).toMatchObject({ duePence: 1 });
  else await expect(made).rejects.toMatchObject({ code: "nothing-to-pay" });
});

test("an order is captured and read again, and has the state that was settled, or else its own", async () => {
  vi.mocked(settle).mockResolvedValueOnce({ state: "completed" } as never);
  expect(await captureOrder(having().services, "p", "order")).toMatchObject({
    state: "completed",
    duePence: 800,
    approveUrl: null,
  });
  expect(payPal.capture).toHaveBeenCalledWith("PP", "order");
  expect(vi.mocked(settle).mock.calls[0]?.[1]).toEqual({ id: "PP" });
  vi.mocked(settle).mockResolvedValueOnce(undefined);
  expect(await captureOrder(having().services, "p", "order")).toMatchObject({ state: "created" });
});

test("an unknown order is not captured, neither a practice's nor a visitor's", async () => {
  await expect(captureOrder(having(null).services, "p", "x")).rejects.toMatchObject({ code: "order-not-found" });
  await expect(captureGuestOrder(having(null).services, "x", "token")).rejects.toMatchObject({
    code: "order-not-found",
  });
  expect(payPal.capture).not.toHaveBeenCalled();
});

test("a visitor's order costs the plan's price, counts as an attempt and lasts 30 days", async () => {
  const { services, statements } = having();
  const made = await createGuestOrder(services, { plan: "solo", email: "a@b.example" }, { address: "::1" });
  expect(made).toMatchObject({ state: "created", duePence: 900, payPalOrderId: "PP" });
  expect(made.claimToken).toMatch(/^[\w-]{43}$/);
  expect(vi.mocked(settleAttempt).mock.calls[0]?.slice(1)).toEqual(["attempt", false]);
  const values = statements.find(({ text }) => text.startsWith("insert"))?.values;
  expect(values).toEqual(expect.arrayContaining(["period", 0, 900, endsAt.toISOString(), "a@b.example"]));
  expect(values).not.toContain(made.claimToken);
});

/** Emails the claim link of an order with these values. */
async function sendLink(order: object) {
  const { services, statements } = having();
  await sendClaimLink((services as { db: never }).db, services, {
    id: "order",
    guestEmail: "a@b.example",
    ...order,
  } as never);
  return { sent: sendAccountEmail.mock.calls[0]?.[2], statements };
}

test("the claim link is emailed with the plan and the price, and its token is deleted", async () => {
  const { token, columns } = newClaim(key, "order");
  const { sent, statements } = await sendLink({ claimSealed: columns.claimSealed, duePence: 905 });
  expect(sent).toMatchObject({ recipient: "a@b.example", template: "claim", facts: { paid: "£9.05" } });
  expect(sent.facts.link).toBe(`https://sheaf.example/auth?payment=success&claim=${token}`);
  expect(sent.facts.link).toBe(claimLink({ publicUrl: "https://sheaf.example", port: 443 } as never, token));
  expect(statements[0]?.values).toEqual([null, "order"]);
});

test.each([
  ["without a token", { claimSealed: null }, 0],
  ["without an address", { claimSealed: newClaim(key, "order").columns.claimSealed, guestEmail: null }, 0],
  ["sealed for another order", { claimSealed: newClaim(key, "other").columns.claimSealed }, 1],
])("no claim link is emailed for an order %s", async (_, order, statements) => {
  const result = await sendLink(order);
  expect(result.sent).toBeUndefined();
  expect(result.statements).toHaveLength(statements);
});

test("the operator gets a new link for each unclaimed payment of an address, in any case", async () => {
  const { db, statements } = recordedDb(({ text }) =>
    text.startsWith("select")
      ? [
          ["a", "Solo"],
          ["b", "Firm"],
        ]
      : [],
  );
  const renewed = await renewClaims(db, "A@B.example");
  expect(renewed.map(({ planName }) => planName)).toEqual(["Solo", "Firm"]);
  expect(new Set(renewed.map(({ token }) => token)).size).toBe(2);
  for (const { token } of renewed) expect(token).toMatch(/^[\w-]{43}$/);
  expect(statements.find(({ text }) => text.startsWith("select"))?.values).toContain("a@b.example");
  expect(statements.filter(({ text }) => text.startsWith("update"))).toHaveLength(2);
});
