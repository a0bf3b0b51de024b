import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
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

test("the prerendered dashboard shows before its scripts have loaded, and clicks made meanwhile take effect afterwards", async () => {
  const page = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
  await newPractice(sheaf, page, "anna.at-once");
  const faults: string[] = [];
  page.on("pageerror", ({ message }) => faults.push(message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  const scripts = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await scripts.promise;
    await route.continue();
  });

  await page.goto(`${sheaf.url}/dashboard`, { waitUntil: "commit" });
  await page.getByText("Anna Okafor", { exact: true }).waitFor();
  await page.getByRole("heading", { name: "Recent Document Jobs" }).waitFor();
  await page.getByRole("button", { name: "New Upload" }).click();
  expect(await page.getByRole("dialog").count()).toBe(0);

  scripts.resolve();
  await page.getByRole("dialog", { name: "Upload Documents" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/upload");
  expect(faults).toEqual([]);
});

test("a shortcut pressed while the app replaces the prerendered dashboard opens the upload", async () => {
  const page = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
  await newPractice(sheaf, page, "anna.key");
  await page.addInitScript(`
    new MutationObserver(() => {
      if (!document.querySelector("#root[data-preview]")) {
        document.dispatchEvent(new KeyboardEvent("keydown", { key: "u", cancelable: true }));
      }
    }).observe(document, { subtree: true, attributeFilter: ["data-preview"] });
  `);
  await page.goto(`${sheaf.url}/dashboard`);
  await page.getByRole("dialog", { name: "Upload Documents" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/upload");
});
