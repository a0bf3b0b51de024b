import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accessibilityProblems } from "./accessibility.ts";
import { Administrator } from "./administrator.ts";
import { firstJob } from "./first-job.ts";
import { type Installation, openBrowser, readPdf, signUp } from "./harness.ts";
import { payAtPayPal } from "./paypal.ts";
import { sharedInstallation } from "./shared.ts";
import { useUp } from "./subscription.ts";

let sheaf: Installation;
let browser: Browser;
beforeAll(async () => {
  sheaf = sharedInstallation();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

test("[S2.29] a visitor pays, creates the account afterwards, and gets the money back by asking", async () => {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(`${sheaf.url}/pricing`);
  await page.getByRole("link", { name: "Get Started with Small Firm" }).click();
  await page.getByLabel("Email").fill("gwen.guest@example.com");
  await page.getByRole("button", { name: "Continue to Payment" }).click();
  await page.getByRole("button", { name: /^Pay with PayPal/ }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await payAtPayPal(page);

  await page.waitForURL("**/auth?payment=success");
  await page.getByText("Payment successful! Create your account to start using the product.").waitFor();
  await page.getByText(/^Small Firm, £24.00/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await signUp(page, "gwen.guest");
  await page.waitForURL("**/dashboard");
  await page.getByText(/^500 left until/).waitFor();

  await page.goto(`${sheaf.url}/settings#payments`);
  await page.getByRole("button", { name: /^Refund: Small Firm, 30 days/ }).click();
  await page.getByText(/0 of 500 documents are used, less than 10%: you get the full £24.00 back/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const [asked] = await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === "POST" && answer.url().endsWith("/api/refunds")),
    page.getByRole("button", { name: "Ask for Money Back" }).click(),
  ]);
  await page.getByText("Waiting for an answer").waitFor();

  // The decision appears without a reload, and so does the end of the refunded period.
  const { id } = (await asked.json()) as { id: string };
  const operator = await Administrator.create(sheaf, "olu.money@example.com");
  await operator.post(`/api/admin/refunds/${id}/decide`, { reason: "Asked in time.", decision: "money" });
  await page.getByText("Money sent back").waitFor();
  await page.getByText("Asked in time.").waitFor();
  await page.getByRole("cell", { name: "−£24.00" }).waitFor();
  await page
    .getByRole("region", { name: "Subscription", exact: true })
    .getByText(/ended on/)
    .waitFor();
});

test("[S4.22] a user who has used up the allowance upgrades for the difference and continues", async () => {
  const context = await browser.newContext({ acceptDownloads: true, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(`${sheaf.url}/auth?tab=sign-up`);
  await signUp(page, "una.upgrade");
  await page.waitForURL("**/pricing");
  await page.getByRole("link", { name: "Get Started with Solo Practitioner" }).click();
  await page.getByText("£9.00, paid once.").waitFor();
  await payAtPayPal(page);
  await page.getByRole("heading", { name: "Payment received" }).waitFor();
  await useUp(sheaf.dataDir, "una.upgrade");

  await page.goto(`${sheaf.url}/dashboard`);
  await page.getByText("Limit Reached", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Upgrade your plan" }).click();
  await page.getByRole("link", { name: "Get Started with Small Firm" }).click();
  const summary = page.getByRole("region", { name: "Plan summary" });
  await summary.getByText("The difference", { exact: true }).waitFor();
  await summary.getByText("£15.00").waitFor();
  await payAtPayPal(page);
  await page.getByRole("heading", { name: "Payment received" }).waitFor();
  await page.getByRole("main").getByRole("link", { name: "Go to Dashboard" }).click();
  await page.getByText(/^350 left until/).waitFor();

  await firstJob(sheaf, page);

  await page.goto(`${sheaf.url}/settings#payments`);
  await page.getByText(/Small Firm, 151 of 500 documents used$/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const [receipt] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: /^Receipt: Upgrade to Small Firm/ }).click(),
  ]);
  expect(receipt.suggestedFilename()).toMatch(/\.pdf$/);
  const { pages } = await readPdf(await receipt.path());
  expect(pages.join("")).toContain("£15.00");
});
