import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { problemsInBothThemes } from "./accessibility.ts";
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

async function openPage(username: string): Promise<Page> {
  const context = await browser.newContext({ acceptDownloads: true, reducedMotion: "reduce" });
  const page = await context.newPage();
  await newPractice(sheaf, page, username, { alone: true });
  await page.goto(`${sheaf.url}/audit-trail`);
  await page.getByText("No jobs found").waitFor();
  return page;
}

const showing = (page: Page, words: string) => page.getByText(`Showing ${words} jobs`).waitFor();
const status = (page: Page, name: string) =>
  page.getByRole("group", { name: "Status" }).getByRole("button", { name: new RegExp(`^${name}`) });

test("[S2.56] a search finds its jobs, survives a reload and the Back button, and its result is exported as shown", async () => {
  const page = await openPage("anna.trail");
  const bakery = await addCustomerInOtherTab(page, "Bright Bakery", "orders@bakery.example");
  const inn = await addCustomerInOtherTab(page, "The Kestrel Inn", "jo@kestrel.example");

  // Colleagues upload: the jobs appear in the list without a reload.
  await uploadInOtherTab(page, bakery, "notes.txt", "Bramble");
  await uploadInOtherTab(page, inn, "march.txt", "Quince");
  const bad = await uploadInOtherTab(page, inn, "broken.pdf", "%PDF-1.7 and nothing else");
  await showing(page, "3 of 3");
  await status(page, "Needs you 1").waitFor();

  await page.getByRole("searchbox").fill("KESTREL");
  await showing(page, "2 of 3");
  await status(page, "Failed").click();
  await showing(page, "1 of 3");
  await page.reload();
  await showing(page, "1 of 3");
  expect(await page.getByRole("searchbox").inputValue()).toBe("KESTREL");
  await page.goBack();
  await showing(page, "2 of 3");

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export" }).click(),
  ]);
  const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/,The Kestrel Inn,jo@kestrel\.example,.*broken\.pdf.*Failed,Needs you/);

  // A job opens by its link even when the filter hides it, and the list keeps the filter.
  await page.goto(`${sheaf.url}/audit-trail?q=bakery&job=${bad}`);
  const drawer = page.getByRole("dialog", { name: "The Kestrel Inn" });
  await drawer
    .getByRole("list", { name: "Files" })
    .getByText(/broken\.pdf is damaged/)
    .waitFor();
  await showing(page, "1 of 3");
  // The same file would fail in the same way, so the drawer offers to replace it instead of Retry.
  await drawer.getByRole("button", { name: "Replace file: broken.pdf" }).waitFor();
  expect(await drawer.getByRole("button", { name: "Retry" }).count()).toBe(0);
  const repaired = { name: "repaired.txt", mimeType: "text/plain", buffer: Buffer.from("Quince") };
  await drawer.getByLabel("Replacement for broken.pdf").setInputFiles(repaired);
  await drawer.getByText("Completed", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => new URL(page.url()).search).toBe("?q=bakery");
});

test("filters by date and by customer narrow the list", async () => {
  const page = await openPage("anna.days");
  const bakery = await addCustomerInOtherTab(page, "Bright Bakery", "orders@bakery.example");
  const inn = await addCustomerInOtherTab(page, "The Kestrel Inn", "jo@kestrel.example");
  await uploadInOtherTab(page, bakery, "notes.txt", "Bramble");
  await uploadInOtherTab(page, inn, "march.txt", "Quince");

  await page.getByRole("button", { name: "Any date" }).click();
  await page.getByRole("button", { name: "Last month" }).click();
  await page.getByText("No matching jobs").waitFor();
  await page.getByRole("button", { name: "Show every date" }).click();
  await showing(page, "2 of 2");

  await page.getByRole("button", { name: "Any customer" }).click();
  await page.getByRole("searchbox", { name: "Find a customer" }).fill("inn");
  await page.getByRole("list", { name: "Customers" }).getByRole("button", { name: "The Kestrel Inn" }).click();
  await showing(page, "1 of 2");
});

test("list and job pass the accessibility checks in both themes and fit the smallest phone", async () => {
  const page = await openPage("anna.look");
  const bakery = await addCustomerInOtherTab(page, "Bright Bakery", "orders@bakery.example");
  const job = await uploadInOtherTab(page, bakery, "a-name-that-is-much-longer-than-any-phone-is-wide.txt", "Bramble");

  await page.goto(`${sheaf.url}/audit-trail`);
  await showing(page, "1 of 1");
  expect(await problemsInBothThemes(page)).toEqual([]);
  await page.goto(`${sheaf.url}/audit-trail?job=${job}`);
  await page.getByRole("dialog").getByText("What happened").waitFor();
  expect(await problemsInBothThemes(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const query of ["", `?job=${job}`]) {
    await page.goto(`${sheaf.url}/audit-trail${query}`);
    await page.getByText(query ? "What happened" : "Showing 1 of 1 jobs").waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
  }
});
