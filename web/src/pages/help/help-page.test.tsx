import { fallbackPlans } from "@sheaf/contracts/plan-facts.ts";
import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "../../testing/page.tsx";
import { smallFirm } from "../../testing/people.ts";
import { billingFacts } from "./help-billing.ts";
import { helpGroups } from "./help-entries.ts";

const nobody = { "GET /api/user": { status: 401, body: { code: "not-signed-in", message: "Sign in." } } };
const answers = helpGroups(false).flatMap(({ entries }) => entries.flatMap(({ answer }) => answer));
const all = [...billingFacts, ...answers].join("\n");

test("[S2.67] Help is readable without signing in: three steps, five groups of questions, and whom to ask", async () => {
  const page = openPage("/help", nobody);
  const start = (await page.findByRole("heading", { name: "Quick start" })).parentElement as HTMLElement;
  expect(within(start).getAllByRole("listitem")).toHaveLength(3);
  for (const name of [
    "Billing",
    "Document processing",
    "Customer management",
    "Security",
    "Troubleshooting",
    "Support",
  ]) {
    page.getByRole("heading", { name });
  }
  page.getByText(/You pay by PayPal/);
  expect(await page.findAllByRole("link", { name: "support@sheaf.example" })).toHaveLength(2);
  page.getByRole("link", { name: "Back to Home" });
});

test("[S2.65] members find the link to their dashboard, and a notice when the subscription has ended", async () => {
  const page = openPage("/help", { "GET /api/subscription": { ...smallFirm, status: "expired" } });
  expect((await page.findByRole("link", { name: "Back to Dashboard" })).getAttribute("href")).toBe("/dashboard");
  await page.findByText(/Your Small Firm subscription ended on 6 Dec 2026/);
});

test.each([
  fallbackPlans
    .map(({ name, maxFileBytes }) => `${name} ${maxFileBytes / 1_048_576} MB`)
    .join(", ")
    .replace(/, (?=G)/, " and "),
  "at most 100 MB per upload",
  "The web page takes up to 50 MB at a time",
  "always deleted after 90 days",
  "Transaction records are kept for 7 years, audit logs for 1 year",
  "After 5 failed attempts within 15 minutes",
  "hashed with scrypt",
  "Each payment gives 30 days. There is no auto-renewal",
  "We email a reminder 7 days and 1 day before the period ends",
  "Uploading and processing are blocked. You can still sign in and view your existing data, the customer list and past",
  "Paying again reactivates everything at once",
  "the service continues until the paid period ends",
  "Yellow: work is in progress",
  "Green: finished",
  "Red: a file or an email needs you. Click the light for the reason",
  "A failed document can be retried or uploaded again",
  "Good below 80% of the allowance, Near Limit from there on, and Limit Reached",
  "Your own number for a customer",
  "An archived customer is no longer offered for uploads, keeps its history and can be restored",
  "The inbox of the customer’s accounting software",
  "Dext files each attachment as one item, 6 MB at most.",
  "AutoEntry does not take bank statements by email.",
  "These limits were checked on 20 Nov 2026 and may change.",
  "Upgrades are prorated",
  "Downgrades apply at the next billing cycle",
  "users can only access their own customers and documents",
  "is password-protected. Enter its password or replace it.",
])("[S2.66] Help contains: %s", (words) => expect(all).toContain(words));

test("a search shows the entries that contain its words, expanded, and says when there are none", async () => {
  const page = openPage("/help", nobody);
  const search = await page.findByRole("searchbox");
  await page.user.type(search, "scrypt passwords");
  expect(page.getByText("How are passwords stored?").closest("details")?.open).toBe(true);
  expect(page.queryByText("How do I cancel?")).toBeNull();
  await page.user.clear(search);
  await page.user.type(search, "zebra");
  page.getByText(/No question matches “zebra”/);
});

test("the section on support states when support answers, and whom first", async () => {
  const page = openPage("/help", nobody);
  await page.findByText(/within 24 hours on business days\. Small Firm .* and Growth Practice .* are answered first\./);
});

test("a link to a question expands it", async () => {
  const page = openPage("/help#lights", nobody);
  expect((await page.findByText("What do the lights mean?")).closest("details")?.open).toBe(true);
  expect(page.getByText("How do I cancel?").closest("details")?.open).toBe(false);
});
