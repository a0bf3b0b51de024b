import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accessibilityProblems, problemsInBothThemes } from "./accessibility.ts";
import { type Installation, newPractice, openBrowser } from "./harness.ts";
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

async function openCustomers(username: string): Promise<Page> {
  const context = await browser.newContext({ acceptDownloads: true, reducedMotion: "reduce" });
  const page = await context.newPage();
  await newPractice(sheaf, page, username, { alone: true });
  await page.goto(`${sheaf.url}/customers`);
  await page.getByRole("heading", { name: "Customers" }).waitFor();
  return page;
}

async function addCustomer(page: Page, name: string, reference = ""): Promise<void> {
  await page.getByRole("button", { name: "Add Customer" }).first().click();
  const adding = page.getByRole("dialog", { name: "Add Customer" });
  await adding.getByLabel("Name", { exact: true }).fill(name);
  await adding.getByLabel("Email", { exact: true }).fill("hello@customer.example");
  await adding.getByLabel("Reference").fill(reference);
  await adding.getByRole("button", { name: "Add Customer" }).click();
}

/** A long timeout, for a busy machine. */
const names = (page: Page) => page.locator("tbody tr .c-main b").allTextContents();

test("a customer is added, corrected, archived, restored and deleted", async () => {
  const page = await openCustomers("anna.customers");
  await addCustomer(page, "Bright Bakery", "BRI-1");
  await page.getByText("Customer created").waitFor();
  await addCustomer(page, "The Kestrel Inn", "bri-1");

  // When the server refuses the customer, the dialog stays open with everything that was typed.
  const dialog = page.getByRole("dialog", { name: "Add Customer" });
  await dialog.getByText("Another customer has this reference. Choose another, or leave it empty.").waitFor();
  expect(await dialog.getByLabel("Name", { exact: true }).inputValue()).toBe("The Kestrel Inn");
  await dialog.getByLabel("Reference").fill("KES-1");
  await dialog.getByLabel("Output email").fill("inn@app.hubdoc.com");
  await dialog.getByText(/Hubdoc takes one attachment in each email/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Add Customer" }).click();
  await expect.poll(() => names(page)).toEqual(["Bright Bakery", "The Kestrel Inn"]);
  await page.getByRole("cell", { name: /Hubdoc/ }).waitFor();

  await page.getByRole("button", { name: "Archive Bright Bakery" }).click();
  await page.getByRole("button", { name: "Undo: restore Bright Bakery" }).click();
  await page.getByRole("button", { name: "Archive Bright Bakery" }).click();
  await page.getByRole("button", { name: "Undo: restore Bright Bakery" }).waitFor();
  await page.reload();
  await expect.poll(() => names(page)).toEqual(["The Kestrel Inn"]);
  await page.getByRole("button", { name: /^Archived/ }).click();
  await page.getByRole("button", { name: "Restore Bright Bakery" }).click();
  await page.getByRole("button", { name: /^Current/ }).click();
  await expect.poll(() => names(page)).toEqual(["Bright Bakery", "The Kestrel Inn"]);

  await page.getByRole("button", { name: "Delete Bright Bakery" }).click();
  const question = page.getByRole("dialog", { name: "Delete Bright Bakery" });
  await question.getByText("Are you sure you want to delete this customer?").waitFor();
  await question.getByText("Bright Bakery has no jobs.").waitFor();
  await question.getByRole("button", { name: "Delete" }).click();
  await page.getByText("Customer deleted").waitFor();
  await expect.poll(() => names(page)).toEqual(["The Kestrel Inn"]);
});

test("a list is imported after a preview of every row, and exported in a form that another practice can import", async () => {
  const page = await openCustomers("anna.lists");
  const list = join(sheaf.dataDir, "clients.csv");
  await writeFile(
    list,
    "Client,E-mail,Accounting inbox,Ref\r\nZoë & Co,zoe@zoe.example,zoe@dext.cc,Z-1\r\nAbbey,abbey@,,A-1\r\n=Moss,m@moss.example,,z-1\r\n",
  );
  await page.getByRole("button", { name: "Import a list" }).click();
  const dialog = page.getByRole("dialog", { name: "Import customers" });
  await dialog.getByLabel("Choose a list").setInputFiles(list);
  await dialog.getByText("2 rows need correcting. Correct them or leave them out.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByLabel("Email of row 3", { exact: true }).fill("abbey@abbey.example");
  await dialog.getByText("Row 2 has this reference too.").waitFor();
  await dialog.getByLabel("Reference of row 4").fill("M-1");
  await dialog.getByRole("button", { name: "Import 3 customers" }).click();
  await page.getByText("3 customers were added.").waitFor();
  await expect.poll(() => names(page)).toEqual(["=Moss", "Abbey", "Zoë & Co"]);

  await page.getByRole("button", { name: "More for this list" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: /Export this list/ }).click(),
  ]);
  const exported = await download.path();
  expect(await readFile(exported, "utf8")).toContain("'=Moss,m@moss.example,,,M-1");

  const other = await openCustomers("maya.lists");
  await other.getByRole("button", { name: "Import a list" }).click();
  await other.getByLabel("Choose a list").setInputFiles({
    name: "Customers.csv",
    mimeType: "text/csv",
    buffer: await readFile(exported),
  });
  await other.getByRole("button", { name: "Import 3 customers" }).click();
  await expect.poll(() => names(other)).toEqual(["=Moss", "Abbey", "Zoë & Co"]);
});

test("the list is complete on a narrow phone and in the dark theme", async () => {
  const page = await openCustomers("anna.phone");
  await addCustomer(page, "A customer whose name is far too long for a narrow phone and is not cut into two", "LONG-1");
  await page.getByText("Customer created").waitFor();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.goto(`${sheaf.url}/dashboard`);
  await page.getByRole("heading", { name: "Recent Customers" }).waitFor();
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("several customers are selected and archived together, each customer has a page, and both pass the accessibility checks", async () => {
  const page = await openCustomers("anna.several");
  for (const name of ["Bright Bakery", "The Kestrel Inn", "Otley Vets"]) {
    await addCustomer(page, name);
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  await page.getByRole("checkbox", { name: "Select Bright Bakery" }).check();
  await page.getByRole("checkbox", { name: "Select Otley Vets" }).check();
  await page.getByRole("region", { name: "Selected" }).getByRole("button", { name: "Archive" }).click();
  const dialog = page.getByRole("dialog", { name: "Archive 2 customers" });
  await dialog.getByText("None of these customers has an unfinished job.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Archive" }).click();
  await dialog.getByText("2 of 2 archived.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect.poll(() => names(page)).toEqual(["The Kestrel Inn"]);

  await page.getByRole("link", { name: "The Kestrel Inn" }).click();
  await page.getByRole("heading", { name: "The Kestrel Inn", level: 1 }).waitFor();
  await page.getByText("No jobs yet").waitFor();
  expect(await problemsInBothThemes(page)).toEqual([]);
  await page.reload();
  await page.getByText("No jobs yet").waitFor();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
});

test("on a phone customers are sorted, the whole filter is visible, and a toast covers no progress bar", async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  await newPractice(sheaf, page, "anna.pocket", { alone: true });
  await page.goto(`${sheaf.url}/customers`);
  for (const name of ["Bright Bakery", "The Kestrel Inn"]) {
    await addCustomer(page, name);
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  await page.getByRole("combobox", { name: "Sort customers" }).selectOption("Name, Z to A");
  await expect.poll(() => names(page)).toEqual(["The Kestrel Inn", "Bright Bakery"]);
  const cut = "(() => { const bar = document.querySelector('.seg'); return bar.scrollWidth - bar.clientWidth; })()";
  expect(await page.evaluate(cut)).toBe(0);

  await page.getByRole("button", { name: "Upload for Bright Bakery" }).click();
  const paper = { name: "paper.txt", mimeType: "text/plain", buffer: Buffer.from("Bramble") };
  await page.getByLabel("Choose files").setInputFiles(paper);
  await page.getByRole("button", { name: "Create PDF" }).click();
  const toast = await page.getByText("Upload successful").boundingBox();
  const rail = await page.locator(".rail").boundingBox();
  if (!toast || !rail) throw new Error("Toast or progress is not on screen");
  expect(toast.y).toBeGreaterThan(rail.y + rail.height);
});
