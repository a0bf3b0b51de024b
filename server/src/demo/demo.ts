import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import { recordManualPayment } from "../billing/payments.ts";
import { openDb } from "../db/connect.ts";
import { StartError } from "../process/start-error.ts";
import { DemoBrowser } from "./demo-browser.ts";
import { demoCustomers, demoJobs } from "./invented.ts";

const username = "demo";
const waitForJobsMs = 60_000;

/**
 * Invented and real data never share a folder.
 * @throws StartError when the folder is of the other kind
 */
export function keepDemoApart(dataDir: string, demo: boolean): void {
  const mark = join(dataDir, "demo-password");
  const used = readdirSync(dataDir).some((name) => name.startsWith("postgres-") || name === "secret.key");
  if (demo && used && !existsSync(mark)) {
    throw new StartError(
      `${dataDir} holds a real installation. Give the demonstration a folder of its own with SHEAF_DATA.`,
    );
  }
  if (!demo && existsSync(mark)) {
    throw new StartError(
      `${dataDir} holds the demonstration. Start it with --demo, or choose another folder with SHEAF_DATA.`,
    );
  }
  if (demo && !existsSync(mark))
    writeFileSync(mark, `${randomBytes(9).toString("base64url")}\n`, { mode: 0o600, flush: true });
}

/**
 * A practice with customers and jobs, made as a person would: by the API, through the real pipeline. What is there already
 * is left as it is.
 * @returns the password of the user "demo"
 */
export async function seedDemo(options: {
  url: string;
  databaseUrl: string;
  dataDir: string;
  log: Logger;
}): Promise<string> {
  const password = readFileSync(join(options.dataDir, "demo-password"), "utf8").trim();
  const browser = new DemoBrowser(options.url);
  const practiceId = await browser.signIn({
    ...{ username, password, email: "demo@sheaf.example", firstName: "Dana", lastName: "Whitfield" },
    practiceName: "Whitfield & Rowe (demonstration)",
  });
  await keepSubscribed(browser, practiceId, options);
  if ((await browser.customers()).length === 0) {
    for (const customer of demoCustomers) await browser.addCustomer(customer);
  }
  if ((await browser.jobs()).length === 0) {
    const customers = await browser.customers();
    for (const job of demoJobs()) await browser.upload(customers, job);
    await browser.jobsEnded(waitForJobsMs);
  }
  return password;
}

/** A demonstration that is found again next year must still work. */
async function keepSubscribed(
  browser: DemoBrowser,
  practiceId: string,
  { databaseUrl, log }: { databaseUrl: string; log: Logger },
): Promise<void> {
  if (await browser.isSubscribed()) return;
  const { db, close } = openDb(databaseUrl, log, 1);
  try {
    const reference = `Demonstration ${new Date().toISOString()}`;
    await db.transaction((tx) => recordManualPayment(tx, { practiceId, planSlug: "small-firm", reference }));
  } finally {
    await close();
  }
}
