import { codeOf } from "@sheaf/server/testing/authenticator.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accessibilityProblems, problemsInBothThemes } from "./accessibility.ts";
import { Administrator, operatorPassword } from "./administrator.ts";
import { type Installation, newPractice, openBrowser, signUp } from "./harness.ts";
import { inOwnPractice } from "./own-practice.ts";
import { sharedInstallation } from "./shared.ts";

let sheaf: Installation;
let browser: Browser;
beforeAll(async () => {
  sheaf = sharedInstallation();
  browser = await openBrowser();
  admin = await Administrator.create(sheaf, email, "Margaret Hale");
});
afterAll(async () => {
  await browser?.close();
});

const email = "margaret@operator.example";
let admin: Administrator;

async function newPage(): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: "reduce", colorScheme: "light" });
  return context.newPage();
}

async function typeCredentials(page: Page, password = operatorPassword, as = email): Promise<void> {
  await page.getByLabel("Email").fill(as);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

/**
 * Signs in with a recovery code: unlike a code of the app, which is accepted once in 30 seconds, several of them can be
 * used in a row.
 */
async function signIn(page: Page): Promise<void> {
  await typeCredentials(page);
  await page.getByLabel("Code").fill(admin.recoveryCodes.pop() ?? "");
  await page.getByRole("button", { name: "Sign In" }).click();
}

const stored = (page: Page) =>
  page.evaluate(() => ["admin_token", "admin_user"].map((key) => localStorage.getItem(key)));

/** Creates a user who has signed up and not paid; in an own practice, a member. */
async function newUser(username: string): Promise<Page> {
  const page = await newPage();
  if (inOwnPractice) {
    await newPractice(sheaf, page, username);
    return page;
  }
  await page.goto(`${sheaf.url}/auth?tab=sign-up`);
  await signUp(page, username);
  await page.waitForURL("**/pricing");
  return page;
}

test("[S2.71] an administrator signs in, reads the numbers and searches users from two characters on", async () => {
  await newUser("anna.found");
  const page = await newPage();
  await page.goto(`${sheaf.url}/admin/dashboard`);
  await page.waitForURL("**/admin/login");
  await typeCredentials(page, "not the password");
  await page.getByText("Login failed").waitFor();
  expect(await problemsInBothThemes(page)).toEqual([]);
  await signIn(page);
  await page.waitForURL("**/admin/dashboard");
  await page.getByText("Welcome, Margaret Hale, Administrator").waitFor();

  await page.locator(".recharts-line-curve").nth(2).waitFor();
  expect(await page.getByText("Monthly recurring revenue").count()).toBe(inOwnPractice ? 0 : 1);
  expect(await problemsInBothThemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Table" }).first().click();
  await page.getByRole("region", { name: "Sign-ups, 30 days, as a table" }).waitFor();

  await page.getByRole("tab", { name: "Users" }).click();
  const search = page.getByLabel("Search users");
  const searches: string[] = [];
  page.on("request", (request) => request.url().includes("/users/search") && searches.push(request.url()));
  await search.fill("a");
  await page.getByText("Find a user").waitFor();
  await search.fill("q9");
  await page.getByText("No users found matching search pattern").waitFor();
  expect(searches).toEqual([`${sheaf.url}/api/admin/users/search?q=q9`]);
  await search.fill("anna.found");
  const plan = inOwnPractice ? "" : ".*No plan";
  await page.getByRole("row", { name: new RegExp(`anna\\.found@example\\.com${plan}`) }).waitFor();
  expect(await problemsInBothThemes(page)).toEqual([]);
});

// The same in both kinds of installation, so run in one of them only.
test.skipIf(inOwnPractice)(
  "[S9.21] an administrator without a second factor sets it up before the portal opens",
  async () => {
    await sheaf.answer(
      ["admin", "create", "--name", "Ines Moreau", "--email", "ines@operator.example"],
      [operatorPassword],
    );
    const page = await newPage();
    await page.goto(`${sheaf.url}/admin/dashboard?tab=users`);
    await typeCredentials(page, operatorPassword, "ines@operator.example");
    await page.getByText("Set up two-factor sign-in").waitFor();
    expect(await page.getByRole("tab").count()).toBe(0);
    expect(await problemsInBothThemes(page)).toEqual([]);

    await page.getByRole("button", { name: "Set Up" }).click();
    await page.getByLabel("Current password").fill(operatorPassword);
    await page.getByRole("button", { name: "Continue" }).click();
    const key = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
    await page.getByLabel("Code from the app").fill(codeOf(key?.replaceAll(" ", "") ?? ""));
    await page.getByRole("button", { name: "Turn On" }).click();
    await page.getByRole("button", { name: "I have kept them" }).click();
    await page.getByLabel("Search users").waitFor();

    const said = await sheaf.command("admin", "reset-second-factor", "ines@operator.example");
    expect(said).toContain("Ines Moreau now signs in with the password");
    await page.getByRole("tab", { name: "Operations" }).click();
    await page.waitForURL("**/admin/login");
  },
);

test.skipIf(inOwnPractice)(
  "a recorded payment unlocks the user's app, and a refund that was asked for is decided",
  async () => {
    const anna = await newUser("anna.portal");
    const page = await newPage();
    await page.goto(`${sheaf.url}/admin/dashboard?tab=users&q=anna.portal`);
    await signIn(page);
    await page.getByRole("link", { name: "View Anna Okafor" }).click();
    await page.getByRole("heading", { name: "Anna Okafor", level: 1 }).waitFor();
    expect(await problemsInBothThemes(page)).toEqual([]);
    await page.getByRole("button", { name: "Record a Payment" }).click();
    const payment = page.getByRole("dialog", { name: "Record a Payment" });
    await payment.getByLabel("Plan").selectOption("Small Firm");
    await payment.getByLabel(/^Amount/).fill("9.00");
    await payment.getByLabel("Reference").fill("OKAFOR 0042");
    await payment.getByLabel("Reason").fill("Seen on the statement");
    await payment.getByRole("button", { name: "Record" }).click();
    await payment.getByRole("alert").getByText("£24.00").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await payment.getByLabel(/^Amount/).fill("24.00");
    await payment.getByRole("button", { name: "Record" }).click();
    await page.getByText("Payment recorded").waitFor();
    await page.getByRole("region", { name: "Ledger" }).getByText("OKAFOR 0042").waitFor();

    await anna.goto(`${sheaf.url}/upload`);
    await anna.getByRole("button", { name: "Start Upload Process" }).waitFor();
    const [paid] = await (await anna.request.get(`${sheaf.url}/api/payments`)).json();
    const asked = await anna.request.post(`${sheaf.url}/api/refunds`, {
      headers: { origin: sheaf.url },
      data: { paymentId: paid.id, refundAs: "money", reason: "Closing down" },
    });
    expect(asked.status()).toBeLessThan(300);

    await page.getByRole("link", { name: /^Money/ }).click();
    const waiting = page.getByRole("region", { name: "Refund requests" }).getByRole("listitem");
    await waiting.filter({ hasText: "Closing down" }).getByText("Now: a full refund of £24.00").waitFor();
    expect(await problemsInBothThemes(page)).toEqual([]);
    await waiting.filter({ hasText: "Closing down" }).getByRole("link").click();
    await page.getByRole("button", { name: "Decide" }).click();
    const refund = page.getByRole("dialog", { name: "Decide a Refund" });
    await refund.getByText("allows a full refund").waitFor();
    await refund.getByRole("radio", { name: /^Refund £/ }).check();
    await refund.getByLabel("Reference of the refund transfer").fill("BACK 0042");
    await refund.getByLabel("Reason").fill("Within 30 days and unused");
    await refund.getByRole("button", { name: /^Refund £/ }).click();
    await page.getByText("Money sent back").waitFor();
    await page.getByRole("region", { name: "Ledger" }).getByText("−£24.00").waitFor();

    await page.getByRole("button", { name: "Your account" }).click();
    await page.getByRole("menuitem", { name: "Action log" }).click();
    await page.getByRole("dialog", { name: "Admin Action Log" }).getByText("“Within 30 days and unused”").waitFor();
  },
);

test.runIf(inOwnPractice)(
  "the portal of an own practice manages its members and shows nothing about money",
  async () => {
    await newUser("anna.helped");
    const page = await newPage();
    await page.goto(`${sheaf.url}/admin/dashboard?tab=users&q=anna.helped`);
    await signIn(page);
    await page.getByRole("link", { name: "View Anna Okafor" }).click();
    await page.getByRole("heading", { name: "Anna Okafor", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Suspend" }).waitFor();
    expect(await page.getByText(/Record a Payment|Grant Days|Ledger|£/).count()).toBe(0);
    expect(await problemsInBothThemes(page)).toEqual([]);
    await page.getByRole("link", { name: "Practices" }).click();
    await page.getByText("This installation is for your own practice.").waitFor();
    await page.getByRole("row", { name: /Okafor & Co/ }).waitFor();
    expect(await problemsInBothThemes(page)).toEqual([]);
  },
);

test.skipIf(inOwnPractice)(
  "an expired token leads to the sign-in page and back; Exit works while the server cannot be reached",
  async () => {
    const page = await newPage();
    await page.goto(`${sheaf.url}/admin/dashboard?tab=analytics`);
    await signIn(page);
    await page.getByText("Total active users").waitFor();
    expect(await problemsInBothThemes(page)).toEqual([]);

    const [token] = await stored(page);
    await fetch(`${sheaf.url}/api/admin/logout`, { method: "POST", headers: { authorization: `Bearer ${token}` } });
    await page.getByRole("tab", { name: "Operations" }).click();
    await page.getByText("Admin authentication expired").waitFor();
    await page.waitForURL("**/admin/login");
    expect(await stored(page)).toEqual([null, null]);

    await signIn(page);
    await page.getByRole("heading", { name: "Workers" }).waitFor();
    await page.getByRole("region", { name: "Health" }).getByRole("listitem").first().waitFor();
    expect(await problemsInBothThemes(page)).toEqual([]);
    await page.route("**/api/admin/logout", (route) => route.abort());
    await page.getByRole("button", { name: "Exit" }).click();
    await page.waitForURL("**/admin/login");
    expect(await stored(page)).toEqual([null, null]);
  },
);

test("settings changed in the portal show on the pages at once", async () => {
  const page = await newPage();
  await page.goto(`${sheaf.url}/admin/dashboard?tab=settings`);
  await signIn(page);
  await page.getByLabel("How emails are sent").selectOption("smtp");
  await page.getByText("Size, signing and replies").click();
  await page.getByRole("button", { name: "Send test email" }).click();
  await page.getByText("Correct the fields above first").waitFor();
  expect(await problemsInBothThemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Reset" }).click();

  await page.getByLabel("Support phone").fill("020 7946 0123");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("They apply everywhere within 10 seconds.").waitFor();
  await page.goto(`${sheaf.url}/help`);
  await page.getByText("020 7946 0123").first().waitFor();
});
