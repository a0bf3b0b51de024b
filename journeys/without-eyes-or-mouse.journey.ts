import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
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

/** Returns the text of the element that has the focus. */
const focused = (page: Page) => page.evaluate<string>("document.activeElement?.textContent.trim() ?? ''");

/** Presses a link or button by keyboard. */
async function press(page: Page, role: "link" | "button", name: string): Promise<void> {
  await page.getByRole(role, { name, exact: true }).first().focus();
  await page.keyboard.press("Enter");
}

async function addCustomer(page: Page, name: string): Promise<void> {
  await press(page, "button", "Add Customer");
  const dialog = page.getByRole("dialog", { name: "Add Customer" });
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByLabel("Email", { exact: true }).fill("hello@customer.example");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
}

test("the focus is never lost: past the menu, on a new page, and when the focused element disappears", async () => {
  const page = await browser.newPage({ reducedMotion: "reduce" });
  await newPractice(sheaf, page, "anna.reads", { alone: true });
  await page.goto(`${sheaf.url}/dashboard`);
  await page.getByRole("heading", { name: "Quick Actions" }).waitFor();

  await page.keyboard.press("Tab");
  await expect.poll(() => focused(page)).toBe("Skip to content");
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toBe("Dashboard");

  await press(page, "link", "Customers");
  await expect.poll(() => focused(page)).toBe("Customers");

  await addCustomer(page, "Bright Bakery");
  await addCustomer(page, "The Kestrel Inn");
  expect(await page.getByRole("table", { name: "Customers" }).ariaSnapshot()).toContain("The Kestrel Inn");

  await press(page, "button", "Archive Bright Bakery");
  await page.getByRole("button", { name: "Undo: restore Bright Bakery" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await press(page, "button", "Delete The Kestrel Inn");
  const asked = page.getByRole("dialog", { name: "Delete The Kestrel Inn" });
  await asked.waitFor();
  // A screen reader announces the question with the title, not only the focused button.
  const words = (await asked.getAttribute("aria-describedby")) ?? "";
  expect(await page.locator(`[id="${words}"]`).textContent()).toMatch(/^Are you sure/);
  await press(page, "button", "Delete");
  await asked.waitFor({ state: "detached" });
  await expect.poll(() => focused(page)).toBe("Customers");
  await page.close();
});

test("at 400 % zoom everything is in one column, also with wider line and letter spacing", async () => {
  const page = await browser.newPage({ viewport: { width: 320, height: 640 }, reducedMotion: "reduce" });
  for (const path of ["/", "/pricing", "/privacy", "/refund", "/help", "/auth"]) {
    await page.goto(sheaf.url + path);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    // WCAG 2.2, 1.4.12
    await page.addStyleTag({
      content: "* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }",
    });
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), path).toBeLessThanOrEqual(0);
  }
  await page.close();
});

test("with forced colours, a switch that is on still differs from one that is off", async () => {
  const page = await browser.newPage({ forcedColors: "active", reducedMotion: "reduce" });
  await newPractice(sheaf, page, "anna.contrast");
  await page.goto(`${sheaf.url}/settings`);
  const toggle = page.getByRole("switch", { name: "Send by email" });
  await toggle.waitFor();
  const ground = () => page.evaluate<string>("getComputedStyle(document.querySelector('.switch')).backgroundColor");
  const before = await ground();
  await toggle.press("Space");
  await expect.poll(ground).not.toBe(before);
  await page.close();
});
