import type { Quote } from "@sheaf/contracts/billing.ts";
import type { Claim, Order } from "@sheaf/contracts/orders.ts";
import { act, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { openPage } from "../../testing/page.tsx";
import { billing, outboxOnly, priya, smallFirm } from "../../testing/people.ts";
import { catchStream } from "../../testing/stream.ts";

afterEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

const nobody = { "GET /api/user": { status: 401, body: { code: "not-signed-in", message: "Sign in." } } };
const growth = { ...smallFirm.plan, id: "plan-3", slug: "growth", name: "Growth Practice", price: 5000, maxUsers: 10 };
const solo = { ...smallFirm.plan, id: "plan-1", slug: "solo", name: "Solo Practitioner", price: 900, maxUsers: 1 };
const aClaim: Claim = {
  planName: "Solo Practitioner",
  planSlug: "solo",
  paidPence: 900,
  email: "new@firm.example",
  state: "open",
};
const aQuote = (part: Partial<Quote>): Quote => ({
  plan: { slug: "solo", name: "Solo Practitioner" },
  buys: "period",
  pricePence: 900,
  creditPence: 0,
  duePence: 900,
  startsAt: "2026-12-06T10:00:00.000Z",
  endsAt: "2027-01-05T10:00:00.000Z",
  suspends: [],
  ...part,
});
const plans = { "GET /api/subscription-plans": [solo, smallFirm.plan, growth] };

test("[S2.20] the page sums up the plan and says how to pay by bank transfer, with everything that sales need", async () => {
  const page = openPage("/subscribe?plan=growth", plans);
  const summary = within(await page.findByRole("region", { name: "Plan summary" }));
  summary.getByText("£50/month");
  summary.getByText("£50.00");
  page.getByText(/^You are signed in as priya.nair/);
  const link = await page.findByRole("link", { name: "Write to sales@sheaf.example" });
  expect(decodeURIComponent(link.getAttribute("href") ?? "")).toMatch(
    /^mailto:sales@sheaf.example\?.*Growth Practice, £50.00\nPractice: Hartley & Wren\nUsername: priya.nair\nReference: SHEAF-P-1/s,
  );
  page.getByText("SHEAF-P-1");
});

test.each([
  ["small-firm", /runs until 6 Dec 2026. This payment adds 30 days/],
  ["growth", /upgrade from Small Firm takes effect at once. You pay only the difference/],
  ["solo", /starts with the next period, after 6 Dec 2026. It includes 1 user: members above/],
])("a practice on Small Firm sees what paying for %s would change", async (slug, words) => {
  const page = openPage(`/subscribe?plan=${slug}`, plans);
  await page.findByText(words);
});

test("a renewal starts before free days that follow the paid periods", async () => {
  const page = openPage("/subscribe?plan=small-firm", {
    ...plans,
    "GET /api/subscription": { ...smallFirm, currentPeriodEnd: "2027-06-06T10:00:00.000Z" },
    "GET /api/billing/quote": aQuote({}),
  });
  await page.findByText(/runs until 6 Dec 2026. This payment adds 30 days/);
});

test("[S2.23] the owner sees the current price: the part paid by credit, the rest, until when, and the members to be suspended", async () => {
  const page = openPage("/subscribe?plan=solo", {
    ...plans,
    "GET /api/billing/quote": aQuote({ creditPence: 250, duePence: 650, suspends: ["Tom Wren", "Ana Li"] }),
  });
  const summary = within(await page.findByRole("region", { name: "Plan summary" }));
  await summary.findByText("−£2.50");
  summary.getByText("£6.50");
  summary.getByText("Pays for 6 Dec 2026 to 5 Jan 2027.");
  summary.getByText(/is for 1 user: Tom Wren and Ana Li are suspended when it starts/);
  page.getByText(/reply with the bank details for £6.50/);
});

test("[S2.26] credit that covers the price buys with one press", async () => {
  const page = openPage("/subscribe?plan=solo", {
    ...plans,
    "GET /api/billing/quote": aQuote({ creditPence: 900, duePence: 0 }),
    "POST /api/billing/buy-with-credit": billing,
  });
  const brought = vi.spyOn(Element.prototype, "scrollIntoView");
  await page.user.click(await page.findByRole("button", { name: "Buy Solo Practitioner with Credit" }));
  const said = await page.findByRole("heading", { name: "Payment received" });
  expect(brought.mock.contexts).toContain(said.closest("section"));
  page.getByText(/your practice is paid until 6 Dec 2026/);
  expect(page.queryByRole("link", { name: /Write to/ })).toBeNull();
});

describe("paying with PayPal", () => {
  const payPal = { clientId: "a-client", scriptUrl: "https://paypal.example/sdk/js", demo: true };
  const anOrder: Order = {
    id: "order-1",
    state: "created",
    planSlug: "solo",
    duePence: 900,
    payPalOrderId: "PP-1",
    approveUrl: "https://paypal.example/checkoutnow?token=PP-1",
  };
  const online = {
    ...plans,
    "GET /api/installation": { ...outboxOnly, payPal },
    "GET /api/billing/quote": aQuote({}),
    "POST /api/orders": { status: 201, body: anOrder },
  };
  const captured = (state: Order["state"]) => ({ ...anOrder, state, approveUrl: null });
  const sdk = () => document.head.querySelector<HTMLScriptElement>("script[src^='https://paypal.example']");

  /** Provides PayPal's script: its button approves as soon as it is pressed, or calls `press`. */
  async function scriptArrives(press: (acts: Acts) => Promise<void> = agree) {
    await waitFor(() => expect(sdk()).not.toBeNull());
    window.paypal = {
      Buttons: (acts) => ({
        render: async (place) => {
          const button = document.createElement("button");
          button.textContent = "PayPal";
          button.onclick = () => void press(acts);
          place.append(button);
        },
        close: async () => undefined,
      }),
    };
    sdk()?.dispatchEvent(new Event("load"));
  }
  type Acts = Parameters<NonNullable<typeof window.paypal>["Buttons"]>[0];
  const agree = async (acts: Acts) => {
    expect(await acts.createOrder()).toBe("PP-1");
    acts.onApprove();
  };

  afterEach(() => {
    sdk()?.remove();
    delete window.paypal;
  });

  test("[S2.25] the order is in the address, so that a reload shows the same result", async () => {
    const page = openPage("/subscribe?plan=solo&order=order-1", {
      ...online,
      "POST /api/orders/order-1/capture": captured("pending"),
    });
    await page.findByRole("heading", { name: "PayPal is still checking the payment" });
    expect(page.queryByRole("heading", { name: /Pay with PayPal/ })).toBeNull();
    expect(page.queryByRole("link", { name: /Write to/ })).toBeNull();
  });

  test("a payment that PayPal releases later shows without a reload", async () => {
    const page = openPage("/subscribe?plan=solo&order=order-1", {
      ...online,
      "POST /api/orders/order-1/capture": captured("pending"),
    });
    const stream = catchStream();
    stream.install();
    await page.findByRole("heading", { name: "PayPal is still checking the payment" });
    await waitFor(() => expect(stream.count()).toBe(1));
    page.answers["POST /api/orders/order-1/capture"] = captured("completed");
    await stream.say({ type: "subscription" });
    await page.findByRole("heading", { name: "Payment received" });
  });

  test("a declined payment says so and can be repeated", async () => {
    const refused = { code: "payment-declined", message: "PayPal declined this payment method. Choose another card." };
    const page = openPage("/subscribe?plan=solo&order=order-1", {
      ...online,
      "POST /api/orders/order-1/capture": { status: 402, body: refused },
    });
    await page.findByRole("heading", { name: "Payment declined" });
    page.getByText(refused.message);
    await page.findByRole("heading", { name: "Pay with PayPal or card" });
  });

  test("[S2.24] with PayPal's script blocked its own page is used; otherwise the button pays, and cancelling charges nothing", async () => {
    const page = openPage("/subscribe?plan=solo", {
      ...online,
      "POST /api/orders/order-1/capture": captured("completed"),
    });
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    onTestFinished(() => opened.mockRestore());
    await waitFor(() => expect(sdk()?.src).toContain("client-id=a-client&currency=GBP"));
    sdk()?.dispatchEvent(new Event("error"));
    await page.user.click(await page.findByRole("button", { name: "Pay at PayPal" }));
    await waitFor(() => expect(opened).toHaveBeenCalledWith(anOrder.approveUrl, "_self"));
    page.getByText(/no money is taken/);
    page.unmount();

    const again = openPage("/subscribe?plan=solo", {
      ...online,
      "POST /api/orders/order-1/capture": captured("completed"),
    });
    let leaves = true;
    await scriptArrives(async (acts) => {
      if (!leaves) return agree(acts);
      leaves = false;
      await acts.createOrder();
      acts.onCancel();
    });
    await again.user.click(await again.findByRole("button", { name: "PayPal" }));
    await again.findByText(/You left PayPal before paying. No money was taken./);
    await again.user.click(again.getByRole("button", { name: "PayPal" }));
    await again.findByRole("heading", { name: "Payment received" });
    expect(again.address()).toBe("/subscribe?plan=solo&order=order-1");
  });

  test("a visitor enters an address, pays, and continues to the account with the payment stored", async () => {
    sessionStorage.setItem("selectedPlan", "solo");
    const page = openPage("/subscribe?plan=solo", {
      ...nobody,
      ...online,
      "POST /api/guest-orders": { status: 201, body: { ...anOrder, claimToken: "claim-token-of-order-1" } },
      "POST /api/guest-orders/order-1/capture": captured("completed"),
      "POST /api/claims/check": aClaim,
    });
    await page.user.click(await page.findByRole("button", { name: "Continue to Payment" }));
    page.getByText("Email is required");
    await page.user.type(page.getByLabelText("Email"), "new@firm.example");
    await page.user.click(page.getByRole("button", { name: "Continue to Payment" }));
    await scriptArrives();
    await page.user.click(await page.findByRole("button", { name: "PayPal" }));
    await waitFor(() => expect(page.address()).toBe("/auth?payment=success"));
    const sent = page.asked.find(({ call }) => call === "POST /api/guest-orders");
    expect(JSON.parse(String(sent?.body))).toEqual({ plan: "solo", email: "new@firm.example" });
    expect(localStorage.getItem("claimToken")).toBe("claim-token-of-order-1");
    expect(sessionStorage.getItem("selectedPlan")).toBeNull();
  });

  test("a visitor whose card is declined finds the email address and PayPal's button unchanged", async () => {
    const refused = { code: "payment-declined", message: "PayPal declined this payment method. Choose another card." };
    const page = openPage("/subscribe?plan=solo", {
      ...nobody,
      ...online,
      "POST /api/guest-orders": { status: 201, body: { ...anOrder, claimToken: "claim-token-of-order-1" } },
      "POST /api/guest-orders/order-1/capture": { status: 402, body: refused },
    });
    await page.user.type(await page.findByLabelText("Email"), "new@firm.example");
    await page.user.click(page.getByRole("button", { name: "Continue to Payment" }));
    await scriptArrives();
    await page.user.click(await page.findByRole("button", { name: "PayPal" }));
    await page.findByRole("heading", { name: "Payment declined" });
    page.getByText("For new@firm.example");
    await page.findByRole("button", { name: "PayPal" });

    await page.user.click(page.getByRole("button", { name: "Change" }));
    expect((page.getByLabelText("Email") as HTMLInputElement).value).toBe("new@firm.example");
  });
});

test("a payment made before signing in is offered to the owner's practice", async () => {
  localStorage.setItem("claimToken", "claim-token-of-order-1");
  const page = openPage("/subscribe?plan=solo", {
    ...plans,
    "POST /api/claims/check": aClaim,
    "POST /api/claims": aClaim,
  });
  await page.findByText(/£9.00 was paid for Solo Practitioner by new@firm.example/);
  await page.user.click(page.getByRole("button", { name: "Add Payment to Hartley & Wren" }));
  await page.findByRole("heading", { name: "Payment received" });
  expect(localStorage.getItem("claimToken")).toBeNull();
});

test("a visitor creates an account first, and the plan is stored for afterwards", async () => {
  const page = openPage("/subscribe?plan=solo", { ...nobody, ...plans });
  await page.user.click(await page.findByRole("link", { name: "Sign Up" }));
  await waitFor(() => expect(page.address()).toBe("/auth?tab=sign-up"));
  expect(sessionStorage.getItem("selectedPlan")).toBe("solo");
});

test("a member sees who pays", async () => {
  const page = openPage("/subscribe?plan=solo", { ...plans, "GET /api/user": { ...priya, role: "member" } });
  await page.findByText(/Only the owner of Hartley & Wren can pay/);
});

test.each(["/subscribe?plan=gold", "/subscribe", "/subscribe?plan=free-forever"])(
  "[S2.21] %s is no plan",
  async (address) => {
    const page = openPage(address, plans);
    await page.findByRole("heading", { name: "Plan not found" });
    expect(page.getByRole("link", { name: "Back to Pricing" }).getAttribute("href")).toBe("/pricing");
  },
);

test("[S2.22] when the server lists no plan, the built-in ones are used", async () => {
  const page = openPage("/subscribe?plan=growth", { ...nobody, "GET /api/subscription-plans": [] });
  within(await page.findByRole("region", { name: "Plan summary" })).getByText("1,500");
});

test("[S8.10] when the plans cannot be read, after three more attempts a toast says so and the built-in ones are used as well", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const page = openPage("/subscribe?plan=solo", { ...nobody, "GET /api/subscription-plans": { status: 503 } });
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  await page.findByText("Failed to fetch subscription plans");
  within(await page.findByRole("region", { name: "Plan summary" })).getByText("£9/month");
  expect(page.asked.filter(({ call }) => call.endsWith("/subscription-plans"))).toHaveLength(4);
});
