/**
 * `node scripts/readme-pictures/make.ts URL PASSWORD`: makes the pictures of the README from a running demonstration
 * whose jobs are all complete.
 */

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { defined } from "@sheaf/contracts/defined.ts";
import { type Browser, chromium, type Page } from "playwright-core";
import sharp from "sharp";
import { chromiumPath } from "../chromium.ts";

const pictures = join(import.meta.dirname, "../../docs/pictures");
const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
/** Widths in pixels: twice the size in the README or more, for high-resolution screens. */
const width = { desk: 1600, phone: 620 };

const [url, password] = process.argv.slice(2);
if (!url || !password) {
  console.error("node scripts/readme-pictures/make.ts URL PASSWORD, as `./sheaf start --demo` prints them");
  process.exit(1);
}
const browser = await chromium.launch({
  executablePath: chromiumPath,
  args: ["--no-sandbox", "--disable-quic", "--disable-background-networking", "--disable-gpu"],
});
try {
  await mkdir(pictures, { recursive: true });
  for (const theme of ["light", "dark"] as const) {
    const page = await signedIn(browser, theme);
    await page.setViewportSize(desk);
    await take(page, "/dashboard", `dashboard-${theme}`, width.desk);
    await page.setViewportSize(phone);
    await take(page, await deliveredJob(page), `job-phone-${theme}`, width.phone);
    await page.context().close();
  }
} finally {
  await browser.close();
}

async function signedIn(browser: Browser, colorScheme: "light" | "dark"): Promise<Page> {
  const options = { ...defined({ baseURL: url }), deviceScaleFactor: 2, reducedMotion: "reduce", colorScheme } as const;
  const page = await (await browser.newContext(options)).newPage();
  const data = { username: "demo", password };
  await page.request.post("/api/login", { data, headers: { origin: url ?? "" } });
  return page;
}

/** Returns the address of the newest job whose email has been delivered. */
async function deliveredJob(page: Page): Promise<string> {
  const answer = await page.request.get("/api/jobs?status=completed");
  const jobs = (await answer.json()) as { id: string; deliveries?: { state: string }[] }[];
  const job = jobs.find(({ deliveries = [] }) => deliveries.some(({ state }) => state === "delivered"));
  if (!job) throw new Error("The demonstration has no job whose email was delivered");
  return `/audit-trail?job=${job.id}`;
}

async function take(page: Page, address: string, name: string, pixels: number): Promise<void> {
  await page.goto(address, { waitUntil: "networkidle" });
  await page.evaluate("document.fonts.ready");
  const png = await page.screenshot();
  await sharp(png)
    .resize(pixels)
    .png({ palette: true, colours: 128 })
    .toFile(join(pictures, `${name}.png`));
}
