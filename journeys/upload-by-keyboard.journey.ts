import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fixturePath } from "../fixtures/files.ts";
import { accessibilityProblems } from "./accessibility.ts";
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

/** A long timeout, for a busy machine. */
/** Enough to pass every control of the dialog twice. */
const maxTabs = 60;

/** Presses Tab (or Shift+Tab) until the control of this name has the focus. */
async function tabTo(page: Page, name: RegExp, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  const focused = () =>
    page.evaluate<string>(
      "document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''",
    );
  for (let tabs = 0; tabs < maxTabs; tabs++) {
    if (name.test((await focused()).trim())) return;
    await page.keyboard.press(key);
  }
  throw new Error(`No control ${name} was reached by ${key}; the focus is on “${await focused()}”`);
}

test("files become a PDF without a mouse, and a customer is added on the way", async () => {
  const context = await browser.newContext({ acceptDownloads: true, reducedMotion: "reduce" });
  const page = await context.newPage();
  await newPractice(sheaf, page, "anna.keys");
  await page.goto(`${sheaf.url}/dashboard`);
  await page.getByRole("heading", { name: "Quick Actions" }).waitFor();

  await page.keyboard.press("u");
  const dialog = page.getByRole("dialog", { name: "Upload Documents" });
  await dialog.waitFor();
  expect(page.url()).toBe(`${sheaf.url}/upload`);
  expect(await accessibilityProblems(page)).toEqual([]);

  // The focus is in the search for a customer; one that is not found is added from there.
  await page.keyboard.type("Bright Bakery");
  await tabTo(page, /^Add customer$/);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Add Customer" }).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.type("orders@bright-bakery.example");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: /Bright Bakery/ }).waitFor();
  // After it closes, the focus is back where it was.
  await page.getByRole("dialog", { name: "Add Customer" }).waitFor({ state: "detached" });

  await tabTo(page, /^choose files$/);
  // Enter opens the computer's own file dialog, which a headless browser cannot show: the files are put in directly
  // instead.
  const asked = page.evaluate<string>(
    "new Promise((done) => addEventListener('click', (event) => { if (event.target.type === 'file') { event.preventDefault(); done('asked'); } }, true))",
  );
  await page.evaluate("1");
  await page.keyboard.press("Enter");
  expect(await asked).toBe("asked");
  await dialog
    .getByLabel("Choose files")
    .setInputFiles((["statement.pdf", "invoice.docx", "notes.txt"] as const).map(fixturePath));
  const order = () =>
    dialog.getByRole("list", { name: "Files in their order" }).getByRole("listitem").allTextContents();
  await expect.poll(order).toHaveLength(3);

  const announced = () => page.locator("[id^=DndLiveRegion]").textContent();
  await tabTo(page, /^Move notes.txt$/, "Shift+Tab");
  await dialog.getByText(/picks the file up, then/).waitFor();
  await page.keyboard.press("Space");
  await expect.poll(announced).toMatch(/notes.txt is at position 3/);
  await dialog.getByText("Moving notes.txt: position 3 of 3.").waitFor();
  // Presses the key until the announced position is the first, as a user of a screen reader would.
  const up = async () => {
    const words = (await announced()) ?? "";
    if (!words.includes("position 1")) await page.keyboard.press("ArrowUp");
    return words;
  };
  await expect.poll(up, { interval: 500 }).toMatch(/notes.txt.*position 1/);
  await page.keyboard.press("Space");
  const names = ["notes.txt", "statement.pdf", "invoice.docx"];
  await expect.poll(order).toEqual(names.map((name) => expect.stringContaining(name)));

  await tabTo(page, /^Remove statement.pdf$/);
  await page.keyboard.press("Enter");
  await expect.poll(order).toHaveLength(2);

  await tabTo(page, /^Create PDF$/);
  await page.keyboard.press("Enter");
  const seen = page.getByRole("dialog", { name: "Bright Bakery" });
  await seen.getByText(/^One PDF, \d pages?$/).waitFor({ timeout: 90_000 });
  await tabTo(page, /^Download$/);
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  expect(download.suggestedFilename()).toMatch(/^Bright Bakery .*\.pdf$/);
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.keyboard.press("Escape");
  await seen.waitFor({ state: "hidden" });
});
