import type { MailTestResult } from "@sheaf/contracts/admin/installation-settings.ts";
import type { SetUpMailTest } from "@sheaf/contracts/set-up.ts";
import { attemptOf, settleAttempt } from "../../domain/accounts/index.ts";
import { readConfig } from "../../platform/config/config.ts";
import { readStoredSettings } from "../../platform/config/stored-settings.ts";
import type { Services } from "../../platform/services.ts";
import { configInForce, mailChanges, withChanges } from "../installation/change-settings.ts";
import { tryMail } from "../installation/try-mail.ts";
import { requireSetUpCode } from "./check-code.ts";

/** Test emails within a quarter of an hour, over the whole installation. */
const most = 20;

/**
 * Sends one email as it would leave with what was entered, and stores nothing of it.
 * @throws AppError set-up-ended, set-up-code-wrong, too-many-attempts; as `mailChanges` and `tryMail` do
 */
export async function testSetUpMail(
  services: Pick<Services, "config" | "db" | "key">,
  { code, to, mail }: SetUpMailTest,
  address: string,
): Promise<MailTestResult> {
  const { config, db, key } = services;
  await requireSetUpCode(services, code);
  const limits = { perAccountAndAddress: most, perAddress: most, perAccount: most, closesAccount: true };
  await settleAttempt(db, attemptOf("set-up-email", { typed: "set-up" }, { address }, limits), false);
  const now = { given: config.given, stored: await readStoredSettings(db, key) };
  const tried = mail ? readConfig(now.given, withChanges(now.stored, mailChanges(now, mail))) : configInForce(now);
  return tryMail(tried, to);
}
