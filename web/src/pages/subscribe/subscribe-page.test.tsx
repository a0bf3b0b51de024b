import { act, waitFor, within } from "@testing-library/react";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { openPage } from "../../testing/page.tsx";
import { priya, smallFirm } from "../../testing/people.ts";

afterEach(() => sessionStorage.clear());

const nobody = { "GET /api/user": { status: 401, body: { code: "not-signed-in", message: "Sign in." } } };
const growth = { ...smallFirm.plan, id: "plan-3", slug: "growth", name: "Growth Practice", price: 5000, maxUsers: 10 };
const solo = { ...smallFirm.plan, id: "plan-1", slug: "solo", name: "Solo Practitioner", price: 900, maxUsers: 1 };
const plans = { "GET /api/subscription-plans": [solo, smallFirm.plan, growth] };

test("it sums the plan up and says how to pay by bank transfer, with everything that sales need", async () => {
  const page = openPage("/subscribe?plan=growth", plans);
  const summary = within(await page.findByRole("region", { name: "Plan summary" }));
  summary.getByText("£50/month");
  summary.getByText("£50.00");
  page.getByText(/^You are signed in as priya.nair/);
  const letter = await page.findByRole("link", { name: "Write to sales@sheaf.example" });
  expect(decodeURIComponent(letter.getAttribute("href") ?? "")).toMatch(
    /^mailto:sales@sheaf.example\?.*Growth Practice, £50.00\nPractice: Hartley & Wren\nUsername: priya.nair/s,
  );
});

test.each([
  ["small-firm", /runs until 6 Dec 2026. This payment adds 30 days/],
  ["growth", /upgrade from Small Firm takes effect at once. You pay only the difference/],
  ["solo", /starts with the next period, after 6 Dec 2026. It includes 1 user: members above/],
])("a practice on Small Firm reads what paying for %s would change", async (slug, words) => {
  const page = openPage(`/subscribe?plan=${slug}`, plans);
  await page.findByText(words);
  const asked = slug === "growth" ? /the difference to pay/ : /bank details for £/;
  page.getByText(asked);
});

test("a visitor makes an account first, and the plan is kept for afterwards", async () => {
  const page = openPage("/subscribe?plan=solo", { ...nobody, ...plans });
  await page.user.click(await page.findByRole("link", { name: "Sign Up" }));
  await waitFor(() => expect(page.address()).toBe("/auth?tab=sign-up"));
  expect(sessionStorage.getItem("selectedPlan")).toBe("solo");
});

test("a member is told who pays", async () => {
  const page = openPage("/subscribe?plan=solo", { ...plans, "GET /api/user": { ...priya, role: "member" } });
  await page.findByText(/Only the owner of Hartley & Wren can pay/);
});

test.each(["/subscribe?plan=gold", "/subscribe", "/subscribe?plan=free-forever"])("%s is no plan", async (address) => {
  const page = openPage(address, plans);
  await page.findByRole("heading", { name: "Plan not found" });
  expect(page.getByRole("link", { name: "Back to Pricing" }).getAttribute("href")).toBe("/pricing");
});

test("when the server lists no plan, those that Sheaf comes with stand in", async () => {
  const page = openPage("/subscribe?plan=growth", { ...nobody, "GET /api/subscription-plans": [] });
  within(await page.findByRole("region", { name: "Plan summary" })).getByText("1,500");
});

test("when it cannot be asked, after three more tries a toast says so and they stand in as well", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const page = openPage("/subscribe?plan=solo", { ...nobody, "GET /api/subscription-plans": { status: 503 } });
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  await page.findByText("Failed to fetch subscription plans");
  within(await page.findByRole("region", { name: "Plan summary" })).getByText("£9/month");
  expect(page.asked.filter(({ call }) => call.endsWith("/subscription-plans"))).toHaveLength(4);
});
