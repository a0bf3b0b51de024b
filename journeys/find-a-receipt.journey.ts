import type { PageSearchResult } from "@sheaf/contracts/page-search.ts";
import type { Box } from "@sheaf/contracts/reading.ts";
import { receiptPhoto } from "@sheaf/papers/history.ts";
import { randomAt } from "@sheaf/papers/random.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accessibilityProblems, problemsInBothThemes } from "./accessibility.ts";
import { type Installation, newPractice, openBrowser } from "./harness.ts";
import { sharedInstallation } from "./shared.ts";
import { wordsOnFirstPage } from "./words-on-pdf.ts";

let sheaf: Installation;
let browser: Browser;
beforeAll(async () => {
  sheaf = sharedInstallation();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

/** A drawn photo of a café's receipt on a table, with noise, shade and perspective: "LANTERN STREET KITCHEN". */
const receipt = async () => {
  const { bytes } = await receiptPhoto(randomAt(2), "cafe", new Date("2026-10-14T12:00:00Z"));
  return { name: "IMG_9777.jpg", mimeType: "image/jpeg", buffer: Buffer.from(bytes) };
};

async function uploadReceipt(page: Page): Promise<void> {
  await page.request.post(`${sheaf.url}/api/customers`, {
    headers: { origin: sheaf.url },
    data: { name: "Bright Bakery", email: "orders@bright-bakery.example" },
  });
  await page.goto(`${sheaf.url}/upload`);
  await page.getByRole("button", { name: "Start Upload Process" }).click();
  await page.getByRole("option", { name: /Bright Bakery/ }).click();
  await page.getByLabel("Choose files").setInputFiles(await receipt());
  await page.getByRole("button", { name: "Create PDF" }).click();
  await page.getByRole("link", { name: "Download" }).waitFor();
  await page.keyboard.press("Escape");
}

/** Returns where a mark is drawn on the picture, in points of the page. */
const markOn = (page: Page, size: { width: number; height: number }) =>
  page.evaluate<Box, { width: number; height: number }>(
    `(({ width, height }) => {
      const picture = document.querySelector(".page-picture--large");
      const [all, mark] = [picture, picture.querySelector(".page-picture__mark")].map((one) => one.getBoundingClientRect());
      const across = (x) => ((x - all.left) / all.width) * width;
      const down = (y) => ((y - all.top) / all.height) * height;
      return [across(mark.left), down(mark.top), across(mark.right), down(mark.bottom)];
    })(${JSON.stringify(size)})`,
    size,
  );

test("a photo of a receipt is found by its shop's name, which is marked on it and can be selected in the PDF", async () => {
  const context = await browser.newContext({ acceptDownloads: true, reducedMotion: "reduce" });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  await newPractice(sheaf, page, "rita.receipt", { alone: true });
  await uploadReceipt(page);

  await page.getByRole("link", { name: "Audit Trail" }).first().click();
  await page.getByRole("button", { name: "Pages" }).click();
  await page.getByText(/Pages are searched while their files are kept: 30 days/).waitFor();
  await page.getByRole("searchbox", { name: "Search the pages" }).fill("lantern");
  // Found without a reload as soon as it has been read.
  const hit = page.getByRole("list", { name: "Pages found" }).getByRole("listitem");
  await hit.waitFor({ timeout: 120_000 });
  await hit.getByText("Bright Bakery").waitFor();
  expect(await hit.locator("mark").allTextContents()).toEqual(["LANTERN"]);
  expect(await problemsInBothThemes(page)).toEqual([]);

  await hit.getByRole("link", { name: /IMG_9777\.jpg/ }).click();
  const dialog = page.getByRole("dialog", { name: "IMG_9777.jpg" });
  await dialog.locator(".page-picture__mark").waitFor({ timeout: 60_000 });
  expect(await accessibilityProblems(page)).toEqual([]);
  const answer = await page.request.get(`${sheaf.url}/api/search/pages?q=lantern`);
  const [found] = ((await answer.json()) as PageSearchResult).hits;
  const marked = await markOn(page, found ?? { width: 0, height: 0 });
  expect(apart(marked, found?.boxes[0])).toBeLessThan(1);

  // The download may begin before the words are in it: it is made again until they are.
  await expect
    .poll(async () => (await downloadedWords(page)).map(({ text }) => text), { timeout: 60_000, interval: 2_000 })
    .toContain("LANTERN");
  const lantern = (await downloadedWords(page)).find(({ text }) => text === "LANTERN");
  expect(apart(marked, lantern?.box)).toBeLessThan(4);
  expect(complaints).toEqual([]);
});

async function downloadedWords(page: Page) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download PDF" }).click(),
  ]);
  return wordsOnFirstPage(await download.path());
}

/** Returns the largest distance between the edges of two boxes, in points. */
function apart(one: readonly number[], other: readonly number[] | undefined): number {
  return Math.max(...one.map((edge, index) => Math.abs(edge - (other?.[index] ?? Number.POSITIVE_INFINITY))));
}
