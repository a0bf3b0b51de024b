import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accessibilityProblems } from "./accessibility.ts";
import { Administrator } from "./administrator.ts";
import { Caller, type Installation, newPractice, openBrowser, password } from "./harness.ts";
import { inOwnPractice, signInForm } from "./own-practice.ts";
import { sharedInstallation } from "./shared.ts";

let sheaf: Installation;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let carlaElsewhere: Caller;
beforeAll(async () => {
  sheaf = sharedInstallation();
  browser = await openBrowser();
  carlaElsewhere = await Caller.register(sheaf, "carla.colleague");
  context = await browser.newContext({ reducedMotion: "reduce" });
  page = await context.newPage();
  await newPractice(sheaf, page, "anna.session");
});
afterAll(async () => {
  await browser?.close();
});

const signInAgain = () => page.getByRole("dialog", { name: "Sign in again" });
const adding = () => page.getByRole("dialog").filter({ has: page.getByLabel("Output email") });

/** Opens the list of customers and waits until changes arrive, so that no request of the page is still under way. */
async function openCustomers(add: (customer: { name: string; email: string }) => Promise<unknown>): Promise<void> {
  await page.goto(`${sheaf.url}/customers`);
  await page.getByRole("heading", { name: "Customers" }).waitFor();
  const name = `Corner Shop ${Date.now()}`;
  await add({ name, email: "orders@corner.example" });
  await page.getByText(name).first().waitFor();
}

/** Types a customer, ends the session, and saves: the server refuses the request. */
async function saveAfterTheEnd(name: string): Promise<void> {
  await openCustomers((data) => page.request.post(`${sheaf.url}/api/customers`, { data, failOnStatusCode: true }));
  await page.getByRole("button", { name: "Add Customer" }).first().click();
  await adding().getByLabel("Name", { exact: true }).fill(name);
  await adding().getByLabel("Email", { exact: true }).fill("orders@bakery.example");
  await context.clearCookies();
  await adding().getByRole("button", { name: "Add Customer" }).click();
  await signInAgain().waitFor();
}

async function signIn(username: string): Promise<void> {
  await signInAgain().getByLabel("Username or email").fill(username);
  await signInAgain().getByLabel("Password", { exact: true }).fill(password);
  await signInAgain().getByRole("button", { name: "Sign In" }).click();
  await signInAgain().waitFor({ state: "detached" });
}

test("signing in again after the session ended keeps the page and everything typed on it", async () => {
  await saveAfterTheEnd("Bright Bakery");
  expect(await accessibilityProblems(page)).toEqual([]);
  await signIn("anna.session");

  expect(await adding().getByLabel("Name", { exact: true }).inputValue()).toBe("Bright Bakery");
  await adding().getByRole("button", { name: "Add Customer" }).click();
  await page.getByText("Customer created").waitFor();
});

test("another user who signs in there finds nothing of it", async () => {
  await saveAfterTheEnd("Anna's secret customer");
  const reloaded = page.waitForEvent("load");
  await signIn("carla.colleague");
  await reloaded;

  await page.getByText("carla.colleague").first().waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(await page.getByText("Anna's secret customer").count()).toBe(0);
  // In an own practice Carla is a colleague, and both see the customer that was saved.
  if (!inOwnPractice) expect(await page.getByText("Bright Bakery").count()).toBe(0);
});

test("a member who was removed meanwhile is told that signing in does not help, and goes to the sign-in page", async () => {
  const rita = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
  await newPractice(sheaf, rita, "rita.removed");
  await rita.goto(`${sheaf.url}/customers`);
  await rita.getByRole("button", { name: "Add Customer" }).first().click();
  await rita.getByLabel("Name", { exact: true }).fill("Bright Bakery");
  const operator = await Administrator.create(sheaf, "olu.removes@example.com");
  const { id } = await (await rita.request.get(`${sheaf.url}/api/user`)).json();
  await operator.post(`/api/admin/users/${id}/delete`, { reason: "Asked by letter", username: "rita.removed" });

  const dialog = rita.getByRole("dialog", { name: "Sign in again" });
  await dialog.getByText(/if you leave this page, unsaved changes are lost/).waitFor();
  const gone = inOwnPractice
    ? "Your account was deleted."
    : "The practice was deleted, with every account and document in it.";
  await dialog.getByText(gone).waitFor();
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await rita.keyboard.press("Enter");
  await dialog.getByText(/^Username or password is wrong\. If you have been removed from the practice/).waitFor();
  expect(await accessibilityProblems(rita)).toEqual([]);
  await dialog.getByRole("button", { name: "Leave this page" }).press("Enter");
  await rita.waitForURL("**/auth");
  if (inOwnPractice) return signInForm(rita).getByLabel("Username or email").waitFor();
  await rita.getByRole("tab", { name: "Sign Up" }).click();
  await rita.getByLabel("First name").waitFor();
});

test("with nothing typed the user is sent to sign in at the next change, and afterwards back to the same page", async () => {
  const addElsewhere = (customer: object) => carlaElsewhere.send("POST", "/api/customers", customer);
  await openCustomers(addElsewhere);
  await context.clearCookies();
  await addElsewhere({ name: "Harbour Café", email: "orders@harbour.example" });
  await page.waitForURL("**/auth");
  const form = signInForm(page);
  await form.getByLabel("Username or email").fill("carla.colleague");
  await form.getByLabel("Password", { exact: true }).fill(password);
  await form.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.waitForURL("**/customers");
  await page.getByText("Harbour Café").first().waitFor();
});
