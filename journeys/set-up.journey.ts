import { startMailServer } from "@sheaf/server/testing/mail/mail-server.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accessibilityProblems } from "./accessibility.ts";
import { type OwnInstallation, openBrowser, password, startInstallation } from "./harness.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const newPage = async (): Promise<Page> => (await browser.newContext({ reducedMotion: "reduce" })).newPage();

async function newInstallation(): Promise<{ sheaf: OwnInstallation; address: string; code: string }> {
  const sheaf = await startInstallation({}, [], { setUp: false });
  const address = (await sheaf.command("setup-address")).trim();
  return { sheaf, address, code: address.split("#code=")[1] ?? "" };
}

async function fillInPerson(page: Page): Promise<void> {
  await page.getByLabel("First name").fill("Maya");
  await page.getByLabel("Last name").fill("Okafor");
  await page.getByRole("textbox", { name: "Email", exact: true }).fill("maya@okafor.example");
  await page.getByLabel("Password", { exact: true }).fill(password);
}

/** Counts the clicks on the page; typing is not counted. */
function countClicks(page: Page): () => number {
  let clicks = 0;
  page.on("console", (message) => {
    if (message.text() === clicked) clicks += 1;
  });
  return () => clicks;
}
const clicked = "a person pressed something";
const tellClicks = `addEventListener("click", ({ isTrusted }) => isTrusted && console.log(${JSON.stringify(clicked)}), true)`;

test("at most six clicks lead from the printed address to the sample’s green light; a second browser is told that set-up is done", async () => {
  const { sheaf, address, code } = await newInstallation();
  try {
    // Whichever page is opened first, and with a wrong code.
    const [first, second] = [await newPage(), await newPage()];
    await second.goto(`${sheaf.url}/auth?tab=sign-up`);
    await second.getByLabel("Code").fill("AAAA-BBBB-CCCC-DDDD");
    await second.getByRole("button", { name: "Continue" }).click();
    await second.getByText("This is not the code of this installation.").waitFor();
    expect(await accessibilityProblems(second)).toEqual([]);
    await second.getByLabel("Code").fill(code.toLowerCase().replaceAll("-", " "));
    await second.getByRole("button", { name: "Continue" }).click();
    await second.getByText("For our own practice").waitFor();

    await first.addInitScript(tellClicks);
    const clicks = countClicks(first);
    await first.goto(address);
    await fillInPerson(first);
    expect(first.url()).toBe(new URL("/set-up", address).href);
    await first.getByRole("button", { name: "Check again" }).waitFor();
    expect(await accessibilityProblems(first)).toEqual([]);
    await first.getByLabel("Practice name").fill("Okafor & Co");
    await first.getByRole("button", { name: "Finish set-up" }).click();
    await first.waitForURL("**/dashboard");
    await first.getByRole("link", { name: "Try it with our papers" }).click();
    await first.getByRole("button", { name: "Try it with our papers" }).click();
    await first.getByRole("button", { name: /^Unlock with this password/ }).click();
    await first.getByRole("button", { name: /^Continue without it/ }).click();
    const sample = first.getByRole("region", { name: "Sample job" });
    await sample.getByText(/^One PDF, \d+ pages$/).waitFor();
    expect(await sample.getByText("Needs you").count()).toBe(0);
    expect(clicks()).toBeGreaterThan(0);
    expect(clicks()).toBeLessThanOrEqual(6);

    await fillInPerson(second);
    await second.getByLabel("Practice name").fill("Mine now");
    await second.getByRole("button", { name: "Finish set-up" }).click();
    await second.getByRole("heading", { name: "This installation has been set up" }).waitFor();
    await second.getByRole("link", { name: "Go to sign-in" }).click();
    await second.waitForURL("**/auth");

    await expect(sheaf.command("setup-address")).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("/auth"),
    });
  } finally {
    await sheaf.close();
  }
});

test("a service is set up with a tested mail server, and its operator continues to the portal", async () => {
  const [{ sheaf, address }, mail] = await Promise.all([newInstallation(), startMailServer()]);
  try {
    const page = await newPage();
    await page.goto(address);
    await fillInPerson(page);
    await page.getByRole("radio", { name: /As a service/ }).check();
    await page.getByLabel("How emails are sent").selectOption("smtp");
    await page.getByRole("button", { name: "Finish set-up" }).click();
    await page.getByText("Seller’s name is required").waitFor();
    await page.getByLabel("Seller’s name").fill("Sheaf Hosting Ltd");
    await page.getByLabel("Seller’s address").fill("1 High Street\nLeeds");
    await page.getByRole("button", { name: "Finish set-up" }).click();
    await page.getByText("Server is required").waitFor();

    await page.getByLabel("Server", { exact: true }).fill("127.0.0.1");
    await page.getByLabel("Port", { exact: true }).fill("1");
    await page.getByLabel("Encryption").selectOption("optional");
    await page.getByLabel("Sender’s address").fill("post@sheaf-hosting.example");
    await page.getByRole("button", { name: "Send test email" }).click();
    await page.getByText("Correct server and port").waitFor();
    await page.getByLabel("Port", { exact: true }).fill(new URL(mail.url).port);
    await page.getByRole("button", { name: "Send test email" }).click();
    await page.getByText("The mail server accepted the email to maya@okafor.example.").waitFor();
    expect(mail.received).toHaveLength(1);
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.getByRole("button", { name: "Finish set-up" }).click();
    await page.waitForURL("**/admin/dashboard");
    await page.getByText("Set up two-factor sign-in").waitFor();
    const installation = await (await fetch(`${sheaf.url}/api/installation`)).json();
    expect(installation).toMatchObject({ kind: "service", companyName: "Sheaf Hosting Ltd", mailTransport: "smtp" });
  } finally {
    await sheaf.close();
    await mail.close();
  }
});
