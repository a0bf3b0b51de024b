import { hiddenPlan } from "@sheaf/contracts/plan-facts.ts";
import { waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { openPage } from "../../testing/page.tsx";
import { smallFirm, usage } from "../../testing/people.ts";

afterEach(() => sessionStorage.clear());

const nobody = { "GET /api/user": { status: 401, body: { code: "not-signed-in", message: "Sign in." } } };
const solo = { ...smallFirm.plan, id: "plan-1", slug: "solo", name: "Solo Practitioner", price: 900, isPopular: false };
const plans = [solo, smallFirm.plan, { ...hiddenPlan, id: "plan-0" }];

test("[S2.13] each plan has its tagline and whole price; Most Popular is on the popular one, and the hidden one is not shown", async () => {
  const page = openPage("/pricing", { ...nobody, "GET /api/subscription-plans": plans });
  await page.findByRole("heading", { name: "Professional Document Management for Accountants" });
  await waitFor(() => expect(page.queryByText("Growth Practice")).toBeNull());
  const card = page.getByRole("region", { name: "Solo Practitioner" });
  within(card).getByText("Perfect for individual practitioners");
  within(card).getByText("£9");
  within(card).getByText("/month");
  expect(within(card).queryByText("Most Popular")).toBeNull();
  within(page.getByRole("region", { name: "Small Firm" })).getByText("Most Popular");
  expect(page.queryByText(hiddenPlan.name)).toBeNull();
});

test("[S2.14] when the server lists no plan, the built-in ones are shown, each with its tagline", async () => {
  const page = openPage("/pricing", { ...nobody, "GET /api/subscription-plans": [] });
  const taglines = {
    "Solo Practitioner": "Perfect for individual practitioners",
    "Small Firm": "Ideal for growing practices",
    "Growth Practice": "For established firms",
  };
  for (const [name, tagline] of Object.entries(taglines)) {
    within(await page.findByRole("region", { name })).getByText(tagline);
  }
});

test("[S2.10] each card lists what the plan includes, and a section what all of them include", async () => {
  const page = openPage("/pricing", { ...nobody, "GET /api/subscription-plans": plans });
  const card = within(await page.findByRole("region", { name: "Small Firm" }));
  const facts = Object.fromEntries(
    card.getAllByRole("term").map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );
  expect(facts).toEqual({
    "Documents a month": "500",
    Users: "3",
    "Size of one file": "25 MB",
    Support: "Priority Email Support",
  });

  const header = within(page.getByRole("banner"));
  expect(header.getByRole("link", { name: "Pricing" }).getAttribute("href")).toBe("/pricing");
  expect(header.getByRole("link", { name: "Help" }).getAttribute("href")).toBe("/help");
  const features = header.getByRole("link", { name: "Features" }).getAttribute("href") ?? "";
  expect(features).toMatch(/#features$/);
  within(document.getElementById("features") as HTMLElement).getByRole("heading", { name: "In every plan" });
  // The list of jobs lasts as long as the account; only the audit log is deleted after a year.
  page.getByText("Every upload and its result for as long as the account exists; who did what, for 1 year.");
});

test("[S2.19] Get Started stores the choice and leads to its subscription", async () => {
  const page = openPage("/pricing", { ...nobody, "GET /api/subscription-plans": plans });
  await page.user.click(await page.findByRole("link", { name: "Get Started with Solo Practitioner" }));
  await waitFor(() => expect(page.address()).toBe("/subscribe?plan=solo"));
  expect(sessionStorage.getItem("selectedPlan")).toBe("solo");
});

test("[S2.11] a visitor finds links to sign in, the contacts and the legal pages", async () => {
  const page = openPage("/pricing", nobody);
  expect((await page.findByRole("link", { name: "Login" })).getAttribute("href")).toBe("/auth");
  expect((await page.findByRole("link", { name: "Log In" })).getAttribute("href")).toBe("/auth");
  expect(page.getByRole("link", { name: "Back to Home" }).getAttribute("href")).toBe("/");
  const footer = within(page.getByRole("contentinfo"));
  for (const [name, path] of Object.entries({
    Help: "/help",
    Terms: "/terms",
    Privacy: "/privacy",
    Refunds: "/refund",
  })) {
    expect(footer.getByRole("link", { name }).getAttribute("href")).toBe(path);
  }
  await footer.findByText("support@sheaf.example");
  footer.getByText("Monday-Friday 9:00 AM-5:00 PM GMT");
  footer.getByText("sales@sheaf.example");
  expect(page.queryByRole("region", { name: "Current Subscription" })).toBeNull();
});

test("[S2.12] a user with a subscription sees it, can renew it and return to the dashboard", async () => {
  const page = openPage("/pricing", { "GET /api/usage": { ...usage, documentsAllowed: 450 } });
  const current = within(await page.findByRole("region", { name: "Current Subscription" }));
  await current.findByText("353 of 450");
  expect(current.getByRole("link", { name: "Renew" }).getAttribute("href")).toBe("/subscribe?plan=small-firm");
  expect(current.getByRole("link", { name: "Change Plan" }).getAttribute("href")).toBe("/settings#payments");
  within(page.getByRole("banner")).getByText("Welcome priya.nair");
  expect(page.getByRole("link", { name: "Go to Dashboard" }).getAttribute("href")).toBe("/dashboard");
  expect(page.queryByRole("button", { name: "Sign Out" })).toBeNull();
});

test("[D21] a user without a subscription can sign out and open the settings but no dashboard, and signing out forgets the choice", async () => {
  sessionStorage.setItem("selectedPlan", "solo");
  const none = { status: 404, body: { code: "no-subscription", message: "None yet." } };
  const page = openPage("/pricing", { "GET /api/subscription": none, "POST /api/logout": {} });
  const out = await page.findByRole("button", { name: "Sign Out" });
  expect(page.getByRole("link", { name: "Settings" }).getAttribute("href")).toBe("/settings");
  expect(page.queryByRole("link", { name: "Go to Dashboard" })).toBeNull();
  await page.user.click(out);
  await page.findByRole("link", { name: "Login" });
  expect(sessionStorage.getItem("selectedPlan")).toBeNull();
});
