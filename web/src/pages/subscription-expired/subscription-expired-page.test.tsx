import { hiddenPlan } from "@sheaf/contracts/plan-facts.ts";
import { waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "../../testing/page.tsx";
import { smallFirm, usage } from "../../testing/people.ts";

const expired = { ...smallFirm, status: "expired", documentsUsedThisMonth: 412 };
const open = (subscription: unknown, answers = {}) =>
  openPage("/subscription-expired", { "GET /api/subscription": subscription, "GET /api/jobs/recent": [], ...answers });

test("[S2.62] the page shows which plan ended, what it costs and how much of it was used", async () => {
  const page = open(expired);
  await page.findByRole("heading", { name: "Your Small Firm subscription ended on 6 Dec 2026" });
  page.getByText("£24/month");
  page.getByText("412 of 500");
  page.getByText("6 Nov to 6 Dec 2026");
  page.getByText("£24.00");
  expect(page.getByRole("link", { name: "Renew" }).getAttribute("href")).toBe("/subscribe?plan=small-firm");
  expect(page.getByRole("link", { name: "View All Plans" }).getAttribute("href")).toBe("/pricing");
});

test("granted days add their part of the plan's documents to the number shown as allowed", async () => {
  const page = open(expired, { "GET /api/usage": { ...usage, documentsAllowed: 450 } });
  await page.findByText("412 of 450");
});

test.each([
  ["growth", "growth"],
  ["free-forever", "small-firm"],
])("[S2.63] Renew pays for %s by %s", async (slug, offered) => {
  const page = open({ ...expired, plan: { ...expired.plan, slug } });
  const renew = await page.findByRole("link", { name: "Renew" });
  expect(renew.getAttribute("href")).toBe(`/subscribe?plan=${offered}`);
});

test("a granted plan shows what continuing with a plan for sale costs", async () => {
  const plans = [{ ...smallFirm.plan, price: 2600 }];
  const granted = { ...expired, plan: { id: "plan-0", ...hiddenPlan } };
  const page = open(granted, { "GET /api/subscription-plans": plans });
  await page.findByRole("heading", { name: "Your Free Forever subscription ended on 6 Dec 2026" });
  expect((await page.findByText("£26.00")).previousSibling?.textContent).toBe(
    "To continue with Small Firm for 30 days",
  );
  expect(page.queryByText("£0.00")).toBeNull();
});

test("[S2.64] without any subscription the page says so and links to the plans", async () => {
  const page = open({ status: 404, body: { code: "no-subscription", message: "None yet." } });
  await page.findByText("No Active Subscription");
  await page.user.click(page.getByRole("link", { name: "View All Plans" }));
  await waitFor(() => expect(page.address()).toBe("/pricing"));
});

test("an active subscription redirects to the dashboard", async () => {
  const page = open(smallFirm);
  await page.findByRole("heading", { name: "Dashboard" });
  await waitFor(() => expect(page.address()).toBe("/dashboard"));
});
