import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accessibilityProblems } from "./accessibility.ts";
import { type Installation, newPractice, openBrowser } from "./harness.ts";
import { addCustomerInOtherTab, uploadInOtherTab } from "./other-tab.ts";
import { sharedInstallation } from "./shared.ts";

let sheaf: Installation;
let browser: Browser;
beforeAll(async () => {
  sheaf = sharedInstallation();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

test("the bell counts what needs a person on every page, lists the other notifications, links to each, and stops counting what was seen", async () => {
  const page = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
  await newPractice(sheaf, page, "anna.bell", { alone: true });
  await page.goto(`${sheaf.url}/customers`);
  const bakery = await addCustomerInOtherTab(page, "Bright Bakery", "orders@bakery.example");
  await page.getByRole("button", { name: "Notifications", exact: true }).waitFor();

  const job = await uploadInOtherTab(page, bakery, "notes.txt", "Bramble");
  await uploadInOtherTab(page, bakery, "garbage.docx", "no such thing");
  const bell = page.getByRole("button", { name: "Notifications, 1 new that needs you" });
  await bell.focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "Notifications" });
  await panel.getByRole("link", { name: /New: Bright Bakery.*1 file became one PDF of 1 page/ }).waitFor();
  await panel.getByRole("link", { name: /New: Bright Bakery.*garbage\.docx/ }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Notifications", exact: true }).waitFor();

  await page.reload();
  await page.getByRole("button", { name: "Notifications", exact: true }).click();
  await panel.getByRole("link", { name: /^Bright Bakery.*1 file became/ }).click();
  await page.getByRole("dialog", { name: "Bright Bakery" }).waitFor();
  expect(new URL(page.url()).searchParams.get("job")).toBe(job);
});

test("on a phone the bell opens a sheet that fits the screen", async () => {
  const context = await browser.newContext({ reducedMotion: "reduce", viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await newPractice(sheaf, page, "anna.sheet", { alone: true });
  await page.goto(`${sheaf.url}/customers`);
  await page.getByRole("button", { name: "Notifications" }).click();
  await page.getByRole("dialog", { name: "Notifications" }).getByText("No notifications yet").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
});

test("a slash and a few characters lead to a customer or a job, by keyboard alone", async () => {
  const page = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
  await newPractice(sheaf, page, "anna.search", { alone: true });
  await page.goto(`${sheaf.url}/upload`);
  await page.getByRole("heading", { name: "Upload Files" }).waitFor();
  const bakery = await addCustomerInOtherTab(page, "Bright Bakery", "orders@bakery.example");
  const job = await uploadInOtherTab(page, bakery, "kestrel statement.txt", "Bramble");

  await page.keyboard.press("/");
  await page.getByRole("combobox", { name: "Search customers, jobs, files and pages" }).waitFor();
  await page.keyboard.type("kestrel state");
  await page.getByRole("option", { name: /kestrel statement\.txt/ }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Bright Bakery" }).waitFor();
  expect(new URL(page.url()).searchParams.get("job")).toBe(job);
  await page.keyboard.press("Escape");

  await page.keyboard.press("/");
  await page.getByRole("combobox", { name: "Search customers, jobs, files and pages" }).waitFor();
  await page.keyboard.type("bright");
  await page.getByRole("option").nth(1).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/customers/${bakery}`);
  await page.getByRole("heading", { name: "Bright Bakery", level: 1 }).waitFor();
});
