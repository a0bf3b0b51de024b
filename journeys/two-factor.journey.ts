import { codeOf } from "@sheaf/server/testing/authenticator.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accessibilityProblems } from "./accessibility.ts";
import { type Installation, newPractice, openBrowser } from "./harness.ts";
import { inOwnPractice, signInForm } from "./own-practice.ts";
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

const password = "correct horse battery";

async function newPage(): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  return context.newPage();
}

/** Creates a user and switches on two-factor sign-in for them in Settings. */
async function withTwoFactor(username: string): Promise<{ secret: string; recoveryCodes: string[] }> {
  const page = await newPage();
  await newPractice(sheaf, page, username);
  await page.goto(`${sheaf.url}/settings`);
  await page.getByRole("button", { name: "Set Up" }).click();
  await page.getByLabel("Current password").fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("img", { name: "QR code" }).waitFor();
  const key = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
  const secret = key?.replaceAll(" ", "") ?? "";
  await page.getByLabel("Code from the app").fill(codeOf(secret));
  await page.getByRole("button", { name: "Turn On" }).click();
  const codes = page.getByRole("dialog", { name: "Keep These Recovery Codes" }).getByRole("listitem");
  await codes.first().waitFor();
  return { secret, recoveryCodes: await codes.allTextContents() };
}

async function typeCredentials(page: Page, username: string): Promise<void> {
  await page.goto(`${sheaf.url}/auth`);
  const form = signInForm(page);
  await form.getByLabel("Username or email").fill(username);
  await form.getByLabel("Password", { exact: true }).fill(password);
  await form.getByRole("button", { name: "Sign In" }).click();
}

async function atTheCode(username: string): Promise<Page> {
  const page = await newPage();
  await typeCredentials(page, username);
  await page.getByLabel("Code").waitFor();
  return page;
}

test("[D28] a password alone does not sign in; a code of the app or a recovery code does, and the operator can remove the second step", async () => {
  const { secret, recoveryCodes } = await withTwoFactor("anna.codes");

  const home = await atTheCode("anna.codes");
  expect(await accessibilityProblems(home)).toEqual([]);
  const signIn = home.getByRole("button", { name: "Sign In" });
  await home.getByLabel("Code").fill("000000");
  await signIn.click();
  await home.getByText("Login failed").waitFor();
  await home.goto(`${sheaf.url}/customers`);
  await home.waitForURL("**/auth");

  const phone = await atTheCode("anna.codes");
  await phone.getByLabel("Code").fill(codeOf(secret, 1));
  await phone.getByRole("button", { name: "Sign In" }).click();
  await phone.getByText("Login successful").waitFor();

  const withoutPhone = await atTheCode("anna.codes");
  await withoutPhone.getByRole("button", { name: "Use a recovery code" }).click();
  await withoutPhone.getByLabel("Recovery code").fill(recoveryCodes[0]?.toUpperCase() ?? "");
  await withoutPhone.getByRole("button", { name: "Sign In" }).click();
  await withoutPhone.getByText("Login successful").waitFor();

  // The rest is the same in both kinds of installation, so run in one of them only.
  if (inOwnPractice) return;
  // Phone and recovery codes are lost: the operator, who knows the person, removes the second step.
  const said = await sheaf.command("user", "two-factor-off", "anna.codes");
  expect(said).toContain("anna.codes now signs in with the password only");
  const withoutCodes = await newPage();
  await typeCredentials(withoutCodes, "anna.codes");
  await withoutCodes.getByText("Login successful").waitFor();
});
