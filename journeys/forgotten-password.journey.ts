import { linkIn } from "@sheaf/server/testing/mail/mail-server.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { accessibilityProblems } from "./accessibility.ts";
import { newPractice } from "./harness.ts";
import { inOwnPractice, signInForm } from "./own-practice.ts";
import { startWithInbox } from "./with-inbox.ts";

const here = startWithInbox();

/** The link of an email contains the machine's configured name; the test's browser reaches it by its address. */
const opened = (link: URL) => here.sheaf.url + link.pathname + link.search;

async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.goto(`${here.sheaf.url}/auth`);
  const form = signInForm(page);
  await form.getByLabel("Username or email").fill(username);
  await form.getByLabel("Password", { exact: true }).fill(password);
  await form.getByRole("button", { name: "Sign In" }).click();
}

async function choosePassword(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("New password").fill(password);
  await page.getByRole("button", { name: "Save the password" }).click();
  await page.getByText("Password changed").waitFor();
}

test("[D26] a user who forgot their password sets a new one by the newest emailed link, and by no older one", async () => {
  const office = await here.newPage();
  await newPractice(here.sheaf, office, "anna.okafor");
  const address = "anna.okafor@example.com";

  if (!inOwnPractice) {
    // The link sent at registration confirms the address; in an own practice nobody registers.
    await office.goto(opened(linkIn(await here.inbox.to(address, "Confirm your email address"))));
    await office.getByRole("button", { name: "Confirm this address" }).click();
    await office.getByText(`${address} is confirmed.`).waitFor();
  }

  const home = await here.newPage();
  await home.goto(`${here.sheaf.url}/auth`);
  await home.getByRole("link", { name: "Forgotten your password?" }).click();
  expect(await accessibilityProblems(home)).toEqual([]);
  await home.getByLabel("Username or email").fill("anna.okafor");
  await home.getByRole("button", { name: "Send the link" }).click();
  await home.getByText(/a link is on its way/).waitFor();
  const link = opened(linkIn(await here.inbox.to(address, "Choose a new password")));
  await choosePassword(home, link, "quiet amber ladder");

  await signIn(home, "anna.okafor", "correct horse battery");
  await home.getByText("Login failed").waitFor();
  await signIn(home, "anna.okafor", "quiet amber ladder");
  await home.getByText("Login successful").waitFor();
  // The session that began with the old password has ended.
  await office.goto(`${here.sheaf.url}/customers`);
  await office.waitForURL("**/auth");
  await office.goto(link);
  await office.getByRole("heading", { name: "This link no longer works" }).waitFor();
  expect(await accessibilityProblems(office)).toEqual([]);
});

test("[D27] where email does not work, the operator creates a link and hands it over", async () => {
  const page = await here.newPage();
  await newPractice(here.sheaf, page, "ben.stone");

  const said = await here.sheaf.command("user", "link", "ben.stone");

  const link = new URL(said.split("\n")[0] ?? "");
  expect(said).toContain("For ben.stone to choose a new password");
  await choosePassword(page, opened(link), "loud amber ladder");
  await signIn(page, "ben.stone", "loud amber ladder");
  await page.getByText("Login successful").waitFor();
  await expect(here.sheaf.command("user", "link", "nobody")).rejects.toThrow(
    'There is no user, open invitation or unclaimed payment for "nobody".',
  );
});
