import type { MailTestResult } from "@sheaf/contracts/admin/installation-settings.ts";
import type { SetUpMailTest } from "@sheaf/contracts/set-up.ts";
import { attemptOf, settleAttempt } from "../../domain/accounts/index.ts";
import { readConfig } from "../../platform/config/config.ts";
import { readStoredSettings } from "../../platform/config/stored-settings.ts";
import type { Services } from "../../platform/services.ts";
import { configInForce, mailChanges, withChanges } from "../installation/change-settings.ts";
import { tryMail } from "../installation/try-mail.ts";
import { requireSetUpCode } from "./check-code.ts";

/** Maximum number of test emails in 15 minutes, for the whole installation. */
const maxTests = 20;

/**
 * Sends a test email with the entered settings, and stores nothing.
 * @throws AppError set-up-ended, set-up-code-wrong, too-many-attempts; and as `mailChanges` and `tryMail`
 */
export async function testSetUpMail(
  services: Pick<Services, "config" | "db" | "key">,
  { code, to, mail }: SetUpMailTest,
  address: string,
): Promise<MailTestResult> {
  const { config, db, key } = services;
  await requireSetUpCode(services, code);
  const limits = { perAccountAndAddress: maxTests, perAddress: maxTests, perAccount: maxTests, closesAccount: true };
  await settleAttempt(db, attemptOf("set-up-email", { typed: "set-up" }, { address }, limits), false);
  const now = { given: config.given, stored: await readStoredSettings(db, key) };
  const tried = mail ? readConfig(now.given, withChanges(now.stored, mailChanges(now, mail))) : configInForce(now);
  return tryMail(tried, to);
}
