import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { samplePapers } from "@sheaf/papers/sample.ts";
import { type Browser, chromium, type Page } from "playwright-core";
import sharp from "sharp";
import { chromiumPath } from "../chromium.ts";

const web = join(import.meta.dirname, "../../web");
const pictures = join(web, "src/pages/landing/pictures");
const customer = "Pennyfold Bakehouse Ltd";
const viewports = { wide: { width: 1200, height: 860 }, phone: { width: 390, height: 760 } };

/** Sizes in pixels. `share` is the format that chat programs crop least. */
const share = { width: 1200, height: 630 };
const readmeWidth = 1600;

const [url, password] = process.argv.slice(2);
if (!url || !password) {
  console.error("node scripts/landing-pictures/make.ts URL PASSWORD, as `./sheaf start --demo` prints them");
  process.exit(1);
}
const browser = await chromium.launch({
  executablePath: chromiumPath,
  args: ["--no-sandbox", "--disable-quic", "--disable-background-networking", "--disable-gpu"],
});
const folder = await mkdtemp(join(tmpdir(), "sheaf-pictures-"));
try {
  await mkdir(pictures, { recursive: true });
  const page = await signedIn(browser, url, password);
  await upload(page, await papers(folder));
  await takePictures(page);
} finally {
  await browser.close();
  await rm(folder, { recursive: true });
}

async function signedIn(browser: Browser, url: string, password: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: url, deviceScaleFactor: 2, reducedMotion: "reduce" });
  await page.goto("/auth");
  const send = (path: string, body: object) => page.request.post(path, { data: body, headers: { origin: url } });
  await send("/api/login", { username: "demo", password });
  const known = await (await page.request.get("/api/customers")).text();
  if (!known.includes(customer)) {
    const email = "hello@pennyfold-bakehouse.example";
    await send("/api/customers", { name: customer, email, company: null, reference: "PB-014", outputEmail: null });
  }
  return page;
}

/** @returns files of the sample papers that convert without further input, in the order of the upload */
async function papers(folder: string): Promise<string[]> {
  // The seventh asks for a password, and the eighth is damaged.
  const good = (await samplePapers(new Date())).toSpliced(6, 2);
  for (const { name, bytes } of good) await writeFile(join(folder, name), bytes);
  return good.map(({ name }) => join(folder, name));
}

async function upload(page: Page, paths: string[]): Promise<void> {
  await page.setViewportSize(viewports.wide);
  await page.goto("/upload");
  await page
    .getByRole("button", { name: /New Upload|Start Upload Process/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: "Upload Documents" });
  await dialog.getByRole("combobox").fill(customer);
  await dialog.getByRole("option", { name: customer }).first().click();
  await dialog.getByLabel("Choose files").setInputFiles(paths);
  await dialog.getByRole("button", { name: "Create PDF" }).click();
  const done = page.getByRole("dialog", { name: customer });
  await done.getByText(/^One PDF, \d+ pages$/).waitFor();
  await done.locator("img[alt='Page 1']").first().waitFor();
  await page.locator(".toast").waitFor({ state: "detached" });
}

async function takePictures(page: Page): Promise<void> {
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    for (const [name, viewport] of Object.entries(viewports)) {
      await page.setViewportSize(viewport);
      await page.mouse.move(0, 0);
      // The browser's PDF viewer does not report when it has drawn the page.
      await page.waitForTimeout(2_000);
      const png = await page.getByRole("dialog", { name: customer }).screenshot();
      const file = join(pictures, `upload-${name}-${theme}`);
      await sharp(png).avif({ quality: 55, effort: 4 }).toFile(`${file}.avif`);
      await sharp(png).webp({ quality: 80 }).toFile(`${file}.webp`);
      if (name === "wide" && theme === "light") await takeElsewhere(page, png);
    }
  }
}

/** Makes the preview picture for links to Sheaf, and the picture of the README. */
async function takeElsewhere(page: Page, dialog: Buffer): Promise<void> {
  const top = sharp(dialog).resize(share.width, share.height, { fit: "cover", position: "top" });
  await top.png({ palette: true, colours: 128 }).toFile(join(web, "public/share.png"));
  const whole = sharp(await page.screenshot()).resize(readmeWidth);
  await whole.png({ palette: true, colours: 128 }).toFile(join(web, "../docs/screenshot.png"));
}
