import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { problemsInBothThemes } from "./accessibility.ts";
import { type Installation, newPractice, openBrowser, readPdf, signUp } from "./harness.ts";
import { inOwnPractice } from "./own-practice.ts";
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

test.skipIf(inOwnPractice)(
  "a user who has not paid goes from the plans to a finished sample job in four clicks, and removes it again",
  async () => {
    const context = await browser.newContext({ acceptDownloads: true, reducedMotion: "reduce" });
    const page = await context.newPage();
    await page.goto(`${sheaf.url}/auth`);
    await page.getByRole("tab", { name: "Sign Up" }).click();
    await signUp(page, "una.unpaid");
    await page.waitForURL("**/pricing");

    await page.getByRole("link", { name: "Try it with our papers" }).click();
    await page.waitForURL("**/sample");
    const start = page.getByRole("button", { name: "Try it with our papers" });
    await start.waitFor();
    expect(await problemsInBothThemes(page)).toEqual([]);
    await start.click();

    const files = page.getByRole("list", { name: "Files" });
    await expect.poll(() => files.getByRole("listitem").count()).toBe(10);
    const unlock = files.getByRole("button", { name: /^Unlock with this password/ });
    const leaveOut = files.getByRole("button", { name: /^Continue without it/ });
    await unlock.waitFor();
    await leaveOut.waitFor();
    expect(await problemsInBothThemes(page)).toEqual([]);
    await unlock.click();
    await leaveOut.click();

    const says = page.getByRole("region", { name: "Sample job" });
    await says.getByText(/^One PDF, \d+ pages$/).waitFor();
    await says.getByRole("img", { name: "Page 1", exact: true }).waitFor();
    expect(await problemsInBothThemes(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^Sample papers \d{4}-\d{2}-\d{2}\.pdf$/);
    const { sizes } = await readPdf(await download.path());
    expect(sizes.length).toBeGreaterThanOrEqual(9);

    await page.getByRole("button", { name: "Remove the sample" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByText("The sample has been removed").waitFor();
    await page.getByRole("link", { name: "Choose a plan" }).click();
    await page.waitForURL("**/pricing");
    expect(await page.getByRole("link", { name: "Try it with our papers" }).count()).toBe(0);
    await context.close();
  },
);

test("an empty dashboard leads to the sample, which appears in none of its lists", async () => {
  const page = await browser.newPage({ reducedMotion: "reduce" });
  await newPractice(sheaf, page, "sam.sample", { alone: true });
  await page.goto(`${sheaf.url}/dashboard`);
  await page.getByRole("link", { name: "Try it with our papers" }).click();
  await page.getByRole("button", { name: "Try it with our papers" }).click();
  await page
    .getByRole("list", { name: "Files" })
    .getByRole("button", { name: /^Continue without it/ })
    .waitFor();
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await page.getByText("No document jobs yet").waitFor();
  await page.getByRole("link", { name: "Audit Trail", exact: true }).first().click();
  await page.getByRole("heading", { name: "Audit Trail" }).waitFor();
  expect(await page.getByText("Sample papers").count()).toBe(0);
  await page.close();
});
