import { type PagePath, pages } from "@sheaf/contracts/pages.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { problemsInBothThemes } from "./accessibility.ts";
import { type Installation, newPractice, openBrowser, signUp } from "./harness.ts";
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

/** In an own practice the addresses about money lead to the page "not found", like "/nowhere". */
const open = [
  "/",
  "/pricing",
  "/subscribe?plan=small-firm",
  "/terms",
  "/privacy",
  "/refund",
  "/help",
  "/auth",
  "/nowhere",
];
const members = [
  "/dashboard",
  "/customers",
  "/upload",
  "/audit-trail",
  "/email-test",
  "/settings",
  "/pricing",
  "/help",
];

/** Opens an address and waits until its heading shows. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(sheaf.url + path);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.getByRole("status", { name: "Loading" }).first().waitFor({ state: "detached" });
}

const sidewaysPx = (page: Page) => page.evaluate<number>("document.documentElement.scrollWidth - window.innerWidth");

test("[S2.1] the public pages pass the accessibility checks, in the light and in the dark", async () => {
  const page = await browser.newPage({ reducedMotion: "reduce" });
  for (const path of open) {
    await visit(page, path);
    expect(await problemsInBothThemes(page), path).toEqual([]);
  }
  await page.close();
});

test("nothing scrolls sideways on the narrowest phone, where the pages of a practice pass the accessibility checks as well", async () => {
  const page = await browser.newPage({ viewport: { width: 360, height: 740 }, reducedMotion: "reduce" });
  for (const path of open) {
    await visit(page, path);
    expect(await sidewaysPx(page), path).toBe(0);
  }
  await newPractice(sheaf, page, "nina.narrow");
  for (const path of members) {
    await visit(page, path);
    expect(await sidewaysPx(page), path).toBe(0);
    expect(await problemsInBothThemes(page), path).toEqual([]);
  }
  await page.close();
});

/** Pages that the server delivers rendered, each with words that it must contain without any script. */
const drawn: Partial<Record<PagePath, string>> = inOwnPractice
  ? {
      "/auth": "Welcome back",
      "/auth/forgot": "Forgotten your password?",
      "/terms": "Terms of Service",
      "/privacy": "Privacy Notice",
      "/help": "Quick start",
    }
  : {
      "/": "A status you can rely on",
      "/pricing": "Small Firm",
      "/auth": "Back to Home",
      "/auth/forgot": "Forgotten your password?",
      "/terms": "The agreement",
      "/privacy": "Privacy Notice",
      "/refund": "Refund Policy",
      "/help": "Quick start",
    };

test("public pages are readable without scripts, and are hydrated without a warning", async () => {
  const unscripted = await browser.newContext({ javaScriptEnabled: false });
  const still = await unscripted.newPage();
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (said) => said.type() === "error" && complaints.push(said.text()));
  for (const [path, words] of Object.entries(drawn)) {
    await still.goto(sheaf.url + path);
    await still.getByRole("heading", { level: 1 }).first().waitFor();
    await still.getByText(words).first().waitFor();
    await page.goto(sheaf.url + path);
    await page.locator("#root:not([data-rendered])").waitFor({ state: "attached" });
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    expect(complaints, path).toEqual([]);
  }
  await unscripted.close();
  await page.close();
});

test("an unknown address says so on the page and in the HTTP status", async () => {
  const page = await browser.newPage();
  const answer = await page.goto(`${sheaf.url}/customers/bakery/of-last-year`);
  expect(answer?.status()).toBe(404);
  await page.getByRole("heading", { name: "404 Page Not Found" }).waitFor();
  await page.getByText("Did you forget to add the page to the router?").waitFor();
  await page.close();
});

test.skipIf(inOwnPractice)(
  "[S2.8] from the landing page to a plan, an account, and the instructions how to pay",
  async () => {
    const page = await browser.newPage({ reducedMotion: "reduce" });
    await visit(page, "/");
    expect(await page.title()).toBe(pages["/"].title);
    await page.getByRole("link", { name: "Get Started" }).click();
    await page.getByRole("link", { name: "Get Started with Growth Practice" }).click();
    await page.getByRole("link", { name: "Sign Up" }).click();
    await signUp(page, "gwen.grow");

    // The chosen plan decides the next page, even when another page was requested before.
    await page.waitForURL("**/subscribe?plan=growth");
    await page.getByText("You are signed in as gwen.grow").waitFor();
    await page.getByRole("region", { name: "Plan summary" }).getByText("£50.00").waitFor();

    // Without a subscription the app only offers to pay or to sign out.
    await page.goto(`${sheaf.url}/customers`);
    await page.waitForURL("**/pricing");
    expect(await page.getByRole("link", { name: "Go to Dashboard" }).count()).toBe(0);
    await page.goto(`${sheaf.url}/settings`);
    await page.getByRole("heading", { name: "Settings" }).waitFor();
    await page.goto(`${sheaf.url}/pricing`);
    await page.getByRole("button", { name: "Sign Out" }).click();
    await page.getByRole("link", { name: "Login" }).waitFor();
    await page.close();
  },
);
