import type { Job } from "@sheaf/contracts/jobs.ts";
import { type MailServer, startMailServer } from "@sheaf/server/testing/mail/mail-server.ts";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FixtureName, fixturePath } from "../fixtures/files.ts";
import { accessibilityProblems } from "./accessibility.ts";
import { newPractice, type OwnInstallation, openBrowser, startInstallation } from "./harness.ts";

const hook = "hook:a-long-secret";
const wrongAddress = "jo@kestrel-in.example";
const rightAddress = "jo@kestrel-inn.example";
const inbox = "kestrel@app.hubdoc.com";

let mail: MailServer;
let sheaf: OwnInstallation;
let browser: Browser;
beforeAll(async () => {
  mail = await startMailServer({
    onRcptTo: ({ address }, _session, answer) => {
      if (address !== wrongAddress) return answer();
      const refusal = new Error("5.1.1 Recipient address rejected: User unknown");
      answer(Object.assign(refusal, { responseCode: 550 }));
    },
  });
  const variables = { SMTP_URL: mail.url, POSTMARK_WEBHOOK_AUTH: hook };
  [sheaf, browser] = await Promise.all([startInstallation(variables), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await sheaf?.close();
  await mail?.close();
});

/** Calls the API with the session of the page's browser. */
async function call<T>(page: Page, method: string, path: string, data?: object): Promise<T> {
  const headers = { origin: sheaf.url };
  const answer = await page.request.fetch(sheaf.url + path, { method, headers, ...(data ? { data } : {}) });
  return answer.json();
}

/** Uploads files in the dialog and sends the PDFs by email; the dialog then shows the job. */
async function send(page: Page, customer: string, files: FixtureName[]): Promise<Locator> {
  await page.goto(`${sheaf.url}/upload`);
  await page.getByRole("button", { name: "Start Upload Process" }).click();
  const dialog = page.getByRole("dialog", { name: "Upload Documents" });
  await dialog.getByRole("combobox").fill(customer);
  await dialog.getByRole("option", { name: new RegExp(customer) }).click();
  await dialog.getByLabel("Choose files").setInputFiles(files.map(fixturePath));
  await dialog.getByRole("switch", { name: "Send by email" }).check();
  if (files.length > 1) await dialog.getByText(`${files.length} emails with one document each`).waitFor();
  await dialog.getByRole("button", { name: "Create PDF" }).click();
  return page.getByRole("dialog", { name: customer });
}

const newestJob = async (page: Page) => (await call<Job[]>(page, "GET", "/api/jobs?limit=1"))[0];

/** Posts the delivery report that the mail provider would send. */
async function reportDelivered(deliveryId: string): Promise<void> {
  const report = { RecordType: "Delivery", MessageID: deliveryId, Metadata: { delivery: deliveryId } };
  const answer = await fetch(`${sheaf.url}/api/webhooks/postmark`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Basic ${Buffer.from(hook).toString("base64")}` },
    body: JSON.stringify({ ...report, DeliveredAt: new Date().toISOString() }),
  });
  expect(answer.status).toBe(200);
}

test("emails are cancelled in time, sent and delivered, and a refused one goes to the corrected address", async () => {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  await newPractice(sheaf, page, "anna.sends");
  await call(page, "POST", "/api/customers", { name: "The Kestrel Inn", email: wrongAddress, outputEmail: inbox });

  // Cancelled while they wait: nothing reaches the mail server.
  await call(page, "PUT", "/api/settings", { undoSeconds: 120 });
  const taken = await send(page, "The Kestrel Inn", ["statement.pdf", "invoice.docx"]);
  await taken.getByRole("timer").filter({ hasText: "2 emails" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await taken.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => taken.getByText("Cancelled", { exact: true }).count()).toBe(2);

  // The same again with an undo time of one second: one email for each file, as the inbox requires.
  await call(page, "PUT", "/api/settings", { undoSeconds: 1 });
  const sent = await send(page, "The Kestrel Inn", ["statement.pdf", "invoice.docx"]);
  await sent.getByText("2 emails to kestrel@app.hubdoc.com").waitFor();
  const emails = sent.getByRole("list", { name: "Emails" });
  await expect.poll(() => emails.getByText("Sent", { exact: true }).count()).toBe(2);
  const arrived = mail.received.filter(({ to }) => to?.some(({ address }) => address === inbox));
  expect(arrived.map(({ attachments }) => attachments.length)).toEqual([1, 1]);

  // A report of the provider shows without a reload.
  const job = await newestJob(page);
  for (const { id } of job?.deliveries ?? []) await reportDelivered(id);
  await expect.poll(() => emails.getByText("Delivered", { exact: true }).count()).toBe(2);
  await sent.getByText(/^Delivered at/).waitFor();

  // The customer's own address is wrong: the mail server's reply is shown, and the address is corrected on the same
  // page.
  const { id: customerId } = (await call<{ id: string }[]>(page, "GET", "/api/customers"))[0] ?? { id: "" };
  const customer = { name: "The Kestrel Inn", email: wrongAddress, outputEmail: "" };
  await call(page, "PUT", `/api/customers/${customerId}`, customer);
  await send(page, "The Kestrel Inn", ["statement.pdf"]);
  await expect.poll(async () => (await newestJob(page))?.light.word).toBe("Needs you");
  await page.goto(`${sheaf.url}/audit-trail?job=${(await newestJob(page))?.id}`);
  const drawer = page.getByRole("dialog", { name: "The Kestrel Inn" });
  const deliveries = drawer.getByRole("list", { name: "Emails" });
  await deliveries.getByText(/User unknown/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await deliveries.getByLabel("Address").fill(rightAddress);
  await deliveries.getByRole("button", { name: "Correct and send" }).click();
  await deliveries.getByText("Sent", { exact: true }).waitFor();
  await deliveries.getByText("Replaced", { exact: true }).waitFor();
  await mail.to(rightAddress, "Documents for The Kestrel Inn");

  await page.goto(`${sheaf.url}/customers`);
  await page.getByText(rightAddress).first().waitFor();
  expect(complaints).toEqual([]);
});
