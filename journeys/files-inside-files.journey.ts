import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FixtureName, fixturePath } from "../fixtures/files.ts";
import { msgFile } from "../fixtures/msg-files.ts";
import { zipFile } from "../fixtures/zip-files.ts";
import { accessibilityProblems } from "./accessibility.ts";
import { bookmarksOf, type Installation, newPractice, openBrowser, readPdf } from "./harness.ts";
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

const contentOf = (name: FixtureName) => readFile(fixturePath(name));

/** An email of Outlook with an archive of three papers, of which one is protected and one damaged, and a logo. */
async function outlookEmail(): Promise<Buffer> {
  const invoices = zipFile([
    { name: "2026/a.pdf", content: await contentOf("us-letter.pdf") },
    { name: "protected.pdf", content: await contentOf("protected.pdf") },
    { name: "till.jpg", content: await contentOf("truncated.jpg") },
  ]);
  return msgFile({
    subject: "Papers of October",
    from: { name: "Beth Baker", address: "beth@bright-bakery.example" },
    to: [{ name: "Anna Okafor", address: "anna@okafor.example" }],
    sent: new Date("2026-11-02T09:30:00Z"),
    body: "Dear Anna,\r\n\r\nhere are the papers of October. The Wisteria account is closed, so its statement is the last one.\r\n\r\nBeth",
    attachments: [
      { name: "invoices.zip", content: invoices },
      { name: "logo.gif", type: "image/gif", content: await contentOf("logo.gif") },
    ],
  });
}

test("an Outlook email with an archive inside becomes one PDF whose bookmarks are the paths of its files", async () => {
  const context = await browser.newContext({ acceptDownloads: true, reducedMotion: "reduce" });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  await newPractice(sheaf, page, "iris.inside");
  await page.request.post(`${sheaf.url}/api/customers`, {
    headers: { origin: sheaf.url },
    data: { name: "Wisteria House", email: "post@wisteria-house.example" },
  });

  await page.goto(`${sheaf.url}/upload`);
  await page.getByRole("button", { name: "Start Upload Process" }).click();
  await page.getByRole("option", { name: /Wisteria House/ }).click();
  const mail = { name: "mail.msg", mimeType: "application/vnd.ms-outlook", buffer: await outlookEmail() };
  await page.getByLabel("Choose files").setInputFiles(mail);
  const choosing = page.getByRole("dialog", { name: "Upload Documents" });
  await choosing.getByText("1 file, more when unpacked").waitFor();
  await choosing.getByText(/^Files inside ZIP archives, emails and XML invoices are unpacked/).waitFor();
  await page.getByRole("button", { name: "Create PDF" }).click();

  const job = page.getByRole("dialog", { name: "Wisteria House" });
  const inZip = job.getByRole("list", { name: "Files in mail.msg › invoices.zip" }).getByRole("listitem");
  await inZip.filter({ hasText: "mail.msg › invoices.zip › 2026/a.pdf" }).getByText("Ready").waitFor();
  await job.getByText("2 of 4 files could not be converted").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  const locked = inZip.filter({ hasText: "protected.pdf" });
  await locked.getByLabel("Password for protected.pdf").fill("orchard");
  await locked.getByRole("button", { name: "Unlock" }).click();
  await locked.getByText("Ready").waitFor();

  // One bad file is replaced alone, at its place.
  const bad = inZip.filter({ hasText: "till.jpg" });
  await bad.getByText("till.jpg is damaged and cannot be read. Ask for a new copy and replace it.").waitFor();
  await bad.getByLabel("Replacement for mail.msg › invoices.zip › till.jpg").setInputFiles(fixturePath("till.bmp"));
  await job.getByRole("link", { name: "Download" }).waitFor();

  await job.getByRole("button", { name: "Set aside (1)" }).click();
  await job.getByText("logo.gif is a small picture, such as a logo.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await job.getByRole("button", { name: "Add to the PDF: mail.msg › logo.gif" }).click();
  await job.getByText("One PDF, 6 pages").waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    job.getByRole("link", { name: "Download" }).click(),
  ]);
  const path = await download.path();
  expect(await bookmarksOf(path)).toEqual([
    "mail.msg › Message.html",
    "mail.msg › invoices.zip › 2026/a.pdf",
    "mail.msg › invoices.zip › protected.pdf",
    "mail.msg › invoices.zip › till.bmp",
    "mail.msg › logo.gif",
  ]);
  const { pages } = await readPdf(path);
  expect(pages[0]).toContain("The Wisteria account is closed");
  expect(pages.map((text) => ["Larch", "Hawthorn"].find((word) => text.includes(word)))).toEqual([
    ...[undefined, "Larch", "Hawthorn", "Hawthorn", undefined, undefined],
  ]);
  expect(complaints).toEqual([]);
});
