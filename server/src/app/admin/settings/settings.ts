import type {
  CompanyInput,
  InstallationSettings,
  KindInput,
  MailSettingsInput,
  MailTestInput,
  MailTestResult,
} from "@sheaf/contracts/admin/installation-settings.ts";
import { readConfig, type SettableName, settingsInForce, withoutMail } from "../../../platform/config/config.ts";
import {
  lockStoredSettings,
  readStoredSettings,
  writeStoredSettings,
} from "../../../platform/config/stored-settings.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Services } from "../../../platform/services.ts";
import {
  companyChanges,
  configInForce,
  mailChanges,
  type SettingsNow,
  setByVariable,
  withChanges,
} from "../../installation/change-settings.ts";
import { changeInstallationKind } from "../../installation/kind.ts";
import { mailFromSettings, type SettingChanges } from "../../installation/mail-settings.ts";
import { fixedFields, settingFacts } from "../../installation/setting-facts.ts";
import { tryMail } from "../../installation/try-mail.ts";
import { recordAdminAction } from "../admin-actions.ts";
import type { Administrator } from "../administrator.ts";

export type SettingsServices = Pick<Services, "config" | "db" | "key" | "liveConfig">;

/**
 * GET /api/admin/settings. Reads the stored settings again, because this process may apply a change made by another
 * process only some seconds later.
 */
export async function getSettings({ config: { given }, db, key }: SettingsServices): Promise<InstallationSettings> {
  const now = { given, stored: await readStoredSettings(db, key) };
  const config = configInForce(now);
  const inForce = settingsInForce(given, config.demo ? withoutMail(now.stored) : now.stored);
  return {
    demo: config.demo,
    kind: { kind: config.installation, fixed: fixedFields(given, "kind") },
    company: {
      name: config.companyName,
      addressLines: config.companyAddress,
      vatNumber: config.vatNumber ?? null,
      supportEmail: config.supportEmail,
      supportPhone: config.supportPhone ?? null,
      supportHours: config.supportHours,
      salesEmail: config.salesEmail,
      fixed: fixedFields(given, "company"),
    },
    mail: { ...mailFromSettings(inForce, config), fixed: fixedFields(given, "mail") },
  };
}

/**
 * Changes the kind with `changeInstallationKind`, and applies it to this process at once.
 * @throws AppError several-practices, set-by-variable, settings-of-demonstration
 */
export async function putKind(
  { config: { given, demo }, db, key, liveConfig }: SettingsServices,
  admin: Administrator,
  { kind }: KindInput,
): Promise<void> {
  if (demo) {
    throw new AppError(
      "settings-of-demonstration",
      "A demonstration has several practices, so it is always a service.",
    );
  }
  if (given.INSTALLATION !== undefined && given.INSTALLATION !== kind) {
    throw setByVariable("INSTALLATION", "INSTALLATION");
  }
  await db.transaction(async (tx) => {
    const stored = await lockStoredSettings(tx, key);
    if (configInForce({ given, stored }).installation === kind) return;
    await changeInstallationKind(tx, key, kind);
    await recordAdminAction(tx, admin, { action: "settings.kind-changed", detail: { kind } });
  });
  await liveConfig.refresh();
}

/** @throws AppError set-by-variable, settings-refused */
export function putCompany(services: SettingsServices, admin: Administrator, input: CompanyInput): Promise<void> {
  return change(services, admin, "settings.company-changed", (now) => companyChanges(now, input));
}

/** @throws AppError secret-needed, set-by-variable, settings-refused, settings-of-demonstration */
export function putMail(services: SettingsServices, admin: Administrator, input: MailSettingsInput): Promise<void> {
  return change(services, admin, "settings.mail-changed", (now) => mailChanges(now, input));
}

async function change(
  { config, db, key, liveConfig }: SettingsServices,
  admin: Administrator,
  action: "settings.company-changed" | "settings.mail-changed",
  changesFrom: (now: SettingsNow) => SettingChanges,
): Promise<void> {
  await db.transaction(async (tx) => {
    const changes = changesFrom({ given: config.given, stored: await lockStoredSettings(tx, key) });
    const names = Object.keys(changes) as SettableName[];
    if (names.length === 0) return;
    await writeStoredSettings(tx, key, changes);
    const fields = names.map((name) => settingFacts[name].label).join(", ");
    await recordAdminAction(tx, admin, { action, detail: { fields } });
  });
  await liveConfig.refresh();
}

/**
 * Sends a test email with the current mail settings, or with the settings in `mail`, which are not saved.
 * @throws AppError as `tryMail` and `putMail` do
 */
export async function testMail(
  { config: { given }, db, key }: SettingsServices,
  admin: Administrator,
  { to, mail }: MailTestInput,
): Promise<MailTestResult> {
  const now = { given, stored: await readStoredSettings(db, key) };
  const config = mail ? readConfig(given, withChanges(now.stored, mailChanges(now, mail))) : configInForce(now);
  const detail = { transport: config.mailTransport };
  await db.transaction((tx) => recordAdminAction(tx, admin, { action: "settings.mail-tested", detail }));
  return tryMail(config, to);
}
