import { readFileSync } from "node:fs";
import { and, eq, isNull } from "drizzle-orm";
import type { Logger } from "pino";
import { users } from "../../domain/accounts/table.ts";
import { recordManualPayment } from "../../domain/billing/index.ts";
import type { Config } from "../../platform/config/config.ts";
import { withDb } from "../../platform/db/connect.ts";
import { createAdmin } from "../admin/service.ts";
import { admins } from "../admin/table.ts";
import { confirmAddress } from "../sign-up/confirm-address.ts";
import { resetDemoPasswords } from "./demo-access.ts";
import { DemoBrowser } from "./demo-browser.ts";
import { demoCustomers } from "./demo-customers.ts";
import { passwordFile } from "./demo-folder.ts";
import { demoAdmin, demoUsername } from "./demo-people.ts";
import { inventHistory } from "./history.ts";
import { inventPastCustomers, inventPastPeriods } from "./jobs/past-periods.ts";

const readPassword = (dataDir: string, who: "demo" | "demo-admin"): string =>
  readFileSync(passwordFile(dataDir, who), "utf8").trim();

/**
 * Creates the data of a demonstration: through the API a practice with customers, and directly in the tables its past
 * payments, the history of other practices and an administrator. Existing data stays unchanged. The practice's jobs are
 * made in the background (jobs/background.ts).
 * @returns the passwords of the user "demo" and of the administrator
 */
export async function seedDemo(options: {
  url: string;
  databaseUrl: string;
  config: Pick<Config, "dataDir" | "scryptLn">;
  log: Logger;
}): Promise<{ user: string; admin: string }> {
  const { dataDir } = options.config;
  const password = readPassword(dataDir, "demo");
  const adminPassword = readPassword(dataDir, "demo-admin");
  await withDb(options.databaseUrl, options.log, async (db) => {
    await inventHistory(db, options.config, new Date());
    const known = await db.$count(admins, eq(admins.email, demoAdmin.email));
    if (known === 0) await createAdmin(db, options.config, { ...demoAdmin, password: adminPassword });
    await resetDemoPasswords(db, options.config, {
      user: { name: demoUsername, password },
      admin: { name: demoAdmin.email, password: adminPassword },
    });
  });
  const browser = new DemoBrowser(options.url);
  const practiceId = await browser.signIn({
    username: demoUsername,
    password,
    email: "demo@sheaf.example",
    firstName: "Dana",
    lastName: "Whitfield",
    practiceName: "Whitfield & Rowe (demonstration)",
  });
  await confirmEmails(practiceId, options);
  await withDb(options.databaseUrl, options.log, (db) => inventPastPeriods(db, practiceId, new Date()));
  await keepSubscribed(browser, practiceId, options);
  if ((await browser.customers()).length === 0) {
    for (const customer of demoCustomers) await browser.addCustomer(customer);
    await withDb(options.databaseUrl, options.log, (db) => inventPastCustomers(db, practiceId));
  }
  return { user: password, admin: adminPassword };
}

/**
 * Confirms the email addresses, so that emails are sent without following the link in the demonstration's own inbox
 * first.
 */
async function confirmEmails(practiceId: string, options: { databaseUrl: string; log: Logger }): Promise<void> {
  await withDb(options.databaseUrl, options.log, async (db) => {
    const waiting = await db
      .select({ userId: users.id, email: users.email })
      .from(users)
      .where(and(eq(users.practiceId, practiceId), isNull(users.emailVerifiedAt)));
    for (const user of waiting) await db.transaction((tx) => confirmAddress(tx, { practiceId, ...user }));
  });
}

/** Renews the subscription when it has expired, so that an old demonstration still works. */
async function keepSubscribed(
  browser: DemoBrowser,
  practiceId: string,
  options: { databaseUrl: string; log: Logger },
): Promise<void> {
  if (await browser.isSubscribed()) return;
  const reference = `Demonstration ${new Date().toISOString()}`;
  const payment = { practiceId, planSlug: "small-firm", reference };
  await withDb(options.databaseUrl, options.log, (db) => db.transaction((tx) => recordManualPayment(tx, payment)));
}
