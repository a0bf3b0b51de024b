import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fixturePath } from "../fixtures/files.ts";
import { type Installation, newPractice, openBrowser, readPdf } from "./harness.ts";
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

const upright = "595.276 x 841.89";

test("[S1.3] a Word file, a sheet, a photo and a PDF become one A4 PDF in the order chosen", async () => {
  const context = await browser.newContext({ acceptDownloads: true, reducedMotion: "reduce" });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));

  await newPractice(sheaf, page, "anna.papers");
  await page.goto(`${sheaf.url}/customers`);
  await page.getByRole("button", { name: "Add Customer" }).first().click();
  const adding = page.getByRole("dialog");
  await adding.getByLabel("Name", { exact: true }).fill("Bright Bakery");
  await adding.getByLabel("Email", { exact: true }).fill("orders@bright-bakery.example");
  await adding.getByRole("button", { name: /add customer/i }).click();
  await page.getByText("Customer created").waitFor();

  await page.getByRole("button", { name: /New Upload/ }).click();
  const dialog = page.getByRole("dialog", { name: "Upload Documents" });
  await dialog.getByRole("combobox").fill("bakery");
  await dialog.getByRole("option", { name: /Bright Bakery/ }).click();
  await dialog
    .getByLabel("Choose files")
    .setInputFiles((["statement.pdf", "invoice.docx", "receipt-photo.jpg", "ledger.xlsx"] as const).map(fixturePath));
  // The files dialog returns the files in another order than wanted: the statement is moved to the end by keyboard.
  await dialog.getByRole("button", { name: "Move statement.pdf", exact: true }).focus();
  const announced = (words: RegExp) =>
    expect.poll(() => page.locator("[id^=DndLiveRegion]").textContent()).toMatch(words);
  await page.keyboard.press("Space");
  // Announced once the positions of all files have been measured: arrow keys work from then on.
  await announced(/statement.pdf is at position 1/);
  for (const place of [2, 3, 4]) {
    await page.keyboard.press("ArrowDown");
    await announced(new RegExp(`statement.pdf.*position ${place}`));
  }
  await page.keyboard.press("Space");
  await expect
    .poll(() => dialog.getByRole("list", { name: "Files in their order" }).getByRole("listitem").allTextContents())
    .toEqual(
      ["invoice.docx", "receipt-photo.jpg", "ledger.xlsx", "statement.pdf"].map((name) =>
        expect.stringContaining(name),
      ),
    );
  // The second click falls on what the first one has opened, and cancels nothing.
  await dialog.getByRole("button", { name: "Create PDF" }).dblclick();

  // The same dialog turns into the job's live view; nothing is reloaded.
  const seen = page.getByRole("dialog", { name: "Bright Bakery" });
  await seen.getByRole("heading", { name: "Bright Bakery" }).waitFor();
  await page.waitForURL(/\/upload\?job=[0-9a-f-]{36}$/);
  await page.reload();
  await seen.getByText("One PDF, 5 pages").waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    seen.getByRole("link", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Bright Bakery \d{4}-\d{2}-\d{2}\.pdf$/);

  const pdf = await readPdf(await download.path());
  const words = ["Bramble", "", "Quince", "Hawthorn"];
  expect(pdf.sizes.every((size) => [upright, "841.89 x 595.276"].includes(size))).toBe(true);
  const found = words.map((word) => pdf.pages.findIndex((text) => word !== "" && text.includes(word)));
  expect(found[0]).toBe(0);
  // The photo is the only page without text, between the Word file and the spreadsheet.
  expect(pdf.pages.findIndex((text) => text.trim() === "")).toBe(1);
  expect(found[2]).toBe(2);
  expect(found[3]).toBeGreaterThan(2);

  await page.goto(`${sheaf.url}/audit-trail`);
  await page.getByText("Showing 1 of 1 jobs").waitFor();
  await page.getByText("Ready", { exact: true }).first().waitFor();
  expect(complaints).toEqual([]);
});
