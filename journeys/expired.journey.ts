import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accessibilityProblems } from "./accessibility.ts";
import { firstJob } from "./first-job.ts";
import { type Installation, newPractice, openBrowser } from "./harness.ts";
import { payAtPayPal } from "./paypal.ts";
import { sharedInstallation } from "./shared.ts";
import { endSubscription } from "./subscription.ts";

let sheaf: Installation;
let browser: Browser;
beforeAll(async () => {
  sheaf = sharedInstallation();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

test("[S4.15] when the subscription ends, nothing new can be made, all data stays, and paying again restores access at once", async () => {
  const context = await browser.newContext({ acceptDownloads: true, reducedMotion: "reduce" });
  const page = await context.newPage();
  await newPractice(sheaf, page, "anna.expired");
  await firstJob(sheaf, page);

  await endSubscription(sheaf.dataDir, "anna.expired");

  // The dashboard leads to the page that offers to renew.
  await page.goto(`${sheaf.url}/dashboard`);
  await page.waitForURL("**/subscription-expired");
  await page.getByRole("heading", { name: /^Your Small Firm subscription ended on/ }).waitFor();
  await page.getByText("£24/month").waitFor();
  await page.getByText("1 of 500").waitFor();
  expect(await page.getByRole("link", { name: "Renew" }).getAttribute("href")).toBe("/subscribe?plan=small-firm");
  expect(await accessibilityProblems(page)).toEqual([]);

  // Customers can be read but not changed; an upload is refused with the reason.
  await page.getByRole("link", { name: "Customers" }).first().click();
  await page.getByRole("button", { name: "Delete Bright Bakery" }).press("Enter");
  await page.getByText(/Renew the subscription to change it/).waitFor();
  await page.keyboard.press("u");
  await page.getByText(/Renew the subscription to upload/).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);

  // Past documents are still available.
  await page.goto(`${sheaf.url}/audit-trail`);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: /Download the (PDF|ZIP) of Bright Bakery/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Bright Bakery .*\.pdf$/);

  // A payment made in one tab restores access in another at once.
  await page.goto(`${sheaf.url}/subscription-expired`);
  const elsewhere = await context.newPage();
  await elsewhere.goto(`${sheaf.url}/subscription-expired`);
  await elsewhere.getByRole("link", { name: "Renew" }).click();
  await elsewhere.waitForURL("**/subscribe?plan=small-firm");
  await payAtPayPal(elsewhere);
  await elsewhere.getByRole("heading", { name: "Payment received" }).waitFor();
  await page.waitForURL("**/dashboard");
  await page.getByText("Good", { exact: true }).waitFor();
});
