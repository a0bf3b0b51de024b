import { readFile } from "node:fs/promises";
import { afterEach, expect, test } from "vitest";
import { deviceTheme, keepTheme } from "./theme.ts";

afterEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset.theme;
});

/** Runs the script that the browser runs before the first paint. */
async function firstPaint(): Promise<void> {
  delete document.documentElement.dataset.theme;
  const script = document.createElement("script");
  script.textContent = await readFile(`${import.meta.dirname}/../../public/early.js`, "utf8");
  document.head.append(script);
  script.remove();
}

test.each([
  ["light", "light"],
  ["dark", "dark"],
  ["system", undefined],
] as const)("[S2.37] %s is stored as vite-ui-theme, and applied before the first paint", async (theme, forced) => {
  keepTheme(theme);
  expect(localStorage.getItem("vite-ui-theme")).toBe(theme);
  await firstPaint();
  expect(document.documentElement.dataset.theme).toBe(forced);
  expect(deviceTheme()).toBe(theme);
});

test("a new device, or one with an unknown stored value, follows its system", async () => {
  for (const stored of [undefined, "purple"]) {
    if (stored) localStorage.setItem("vite-ui-theme", stored);
    await firstPaint();
    expect(document.documentElement.dataset.theme).toBeUndefined();
    expect(deviceTheme()).toBeUndefined();
  }
});
