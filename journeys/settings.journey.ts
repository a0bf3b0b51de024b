import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accessibilityProblems } from "./accessibility.ts";
import { type Installation, newPractice, openBrowser } from "./harness.ts";
import { signInForm } from "./own-practice.ts";
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

const openSettings = async (page: Page) => {
  await page.goto(`${sheaf.url}/settings`);
  await page.getByLabel("Sign out after").waitFor();
};
const question = (page: Page) => page.getByRole("dialog", { name: "Leave without saving?" });

test("[S4.24] settings are reset, saved and kept, and leaving the page loses nothing unsaved", async () => {
  const context = await browser.newContext({ reducedMotion: "reduce", colorScheme: "light" });
  const page = await context.newPage();
  await newPractice(sheaf, page, "anna.settings");
  await page.goto(`${sheaf.url}/customers`);
  await page.getByRole("link", { name: "Settings" }).first().click();
  const minutes = page.getByLabel("Sign out after");

  await minutes.fill("240");
  await page.getByText("was 480").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Reset" }).click();
  expect(await minutes.inputValue()).toBe("480");

  // Back, a link and a shortcut open a question; Stay keeps what was typed.
  await minutes.fill("120");
  await page.goBack();
  await question(page).getByRole("button", { name: "Stay" }).click();
  expect(page.url()).toBe(`${sheaf.url}/settings`);
  await page.getByRole("link", { name: "Audit Trail" }).first().click();
  await question(page).getByRole("button", { name: "Stay" }).click();
  expect(await minutes.inputValue()).toBe("120");

  await minutes.press("Enter");
  await page.getByText("Settings updated").waitFor();
  await page.getByText("Dark", { exact: true }).click();
  await page.locator("html[data-theme=dark]").waitFor();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByRole("region", { name: "Unsaved changes" }).waitFor({ state: "detached" });
  await page.reload();
  await page.locator("html[data-theme=dark]").waitFor();
  await page.getByLabel("Sign out after").waitFor();
  expect(await minutes.inputValue()).toBe("120");
  expect(await accessibilityProblems(page)).toEqual([]);

  // Confirming the question continues to the requested page: here, back to the previous one.
  await page.getByRole("link", { name: "Customers" }).first().click();
  await page.getByRole("link", { name: "Settings" }).first().click();
  await minutes.fill("60");
  await page.goBack();
  await question(page).getByRole("button", { name: "Leave" }).click();
  await page.waitForURL("**/customers");
  await openSettings(page);
  expect(await minutes.inputValue()).toBe("120");
});

test("a second device starts with the stored theme", async () => {
  const context = await browser.newContext({ reducedMotion: "reduce", colorScheme: "light" });
  const page = await context.newPage();
  await page.goto(`${sheaf.url}/auth`);
  const form = signInForm(page);
  await form.getByLabel("Username or email").fill("anna.settings");
  await form.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await form.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/dashboard");
  await page.locator("html[data-theme=dark]").waitFor();
});
