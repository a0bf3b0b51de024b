import type { CompanyInput, MailSettingsInput } from "@sheaf/contracts/admin/installation-settings.ts";
import {
  type Config,
  ConfigError,
  readConfig,
  type SettableName,
  type StoredSettings,
  settingsInForce,
  withoutMail,
} from "../../platform/config/config.ts";
import { AppError } from "../../platform/errors.ts";
import { chosenSettings, mailDefaults, type SettingChanges, settingsFromMail } from "./mail-settings.ts";
import { settingFacts } from "./setting-facts.ts";
import { parseSmtpUrl, writeSmtpUrl } from "./smtp-address.ts";

export interface SettingsNow {
  /** Variables of the environment, as in `Config`. */
  given: Record<string, string>;
  stored: StoredSettings;
}

/** Returns the effective configuration. Stored settings that do not fit the environment any more are ignored. */
export function configInForce({ given, stored }: SettingsNow): Config {
  for (const settings of [stored, withoutMail(stored)]) {
    try {
      return readConfig(given, settings);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
    }
  }
  return readConfig(given);
}

/**
 * Returns the settings that change when the operator saves this input about the company.
 * @throws AppError set-by-variable, settings-refused
 */
export function companyChanges(now: SettingsNow, input: CompanyInput): SettingChanges {
  const config = configInForce(now);
  const entered: [SettableName, string | null, string | null][] = [
    ["COMPANY_NAME", input.name, config.companyName],
    ["COMPANY_ADDRESS", input.addressLines.join(";") || null, config.companyAddress.join(";") || null],
    ["VAT_NUMBER", input.vatNumber, config.vatNumber ?? null],
    ["SUPPORT_EMAIL", input.supportEmail, config.supportEmail],
    ["SUPPORT_PHONE", input.supportPhone, config.supportPhone ?? null],
    ["SUPPORT_HOURS", input.supportHours, config.supportHours],
    ["SALES_EMAIL", input.salesEmail, config.salesEmail],
  ];
  const changes = entered.flatMap(([name, next, current]) => (next === current ? [] : [[name, next] as const]));
  return checked(now, Object.fromEntries(changes));
}

/**
 * Returns the settings that change when the operator saves this input about mail.
 * @throws AppError secret-needed, set-by-variable, settings-refused; settings-of-demonstration in a demonstration
 */
export function mailChanges(now: SettingsNow, input: MailSettingsInput): SettingChanges {
  const config = configInForce(now);
  if (config.demo) throw mailOfDemonstration();
  const current = settingsInForce(now.given, now.stored);
  const chosen = chosenSettings(input, current);
  const { name, address } = config.mailFrom;
  if (name === input.from.name && address === input.from.address) chosen.MAIL_FROM = current.MAIL_FROM ?? null;
  const all = Object.entries(settingsFromMail(input, current)) as [SettableName, string | null][];
  const changes = all.flatMap(([setting, stored]) => {
    const next = setting in chosen ? (chosen[setting] ?? null) : stored;
    // A variable of the environment that belongs to another transport than the chosen one stays unchanged.
    if (!(setting in chosen) && now.given[setting] !== undefined) return [];
    return isSame(setting, next, current[setting]) ? [] : [[setting, next] as const];
  });
  return checked(now, Object.fromEntries(changes));
}

function isSame(name: SettableName, next: string | null, current: string | undefined): boolean {
  const held = (value: string | null | undefined) => canonical(name, value ?? mailDefaults[name] ?? null);
  return held(next) === held(current);
}

/** Returns the canonical form of a value, to compare values that mean the same. */
function canonical(name: SettableName, value: string | null): string | null {
  if (value === null) return value;
  if (name === "SMTP_URL") return writeSmtpUrl(parseSmtpUrl(value));
  if (name === "SMTP_MAX_MB") return String(Number(value));
  return name.endsWith("_URL") ? value.replace(/\/$/, "") : value;
}

/**
 * Checks with the configuration's schema whether the settings fit each other and the environment.
 * @throws AppError set-by-variable, settings-refused
 */
function checked({ given, stored }: SettingsNow, changes: SettingChanges): SettingChanges {
  for (const name of Object.keys(changes) as SettableName[]) {
    if (given[name] !== undefined) throw setByVariable(name, name);
    if (name === "MAIL_TRANSPORT" && given.SMTP_URL) throw setByVariable(name, "SMTP_URL");
  }
  try {
    readConfig(given, withChanges(stored, changes));
  } catch (error) {
    if (error instanceof ConfigError) throw settingsRefused(error);
    throw error;
  }
  return changes;
}

export function withChanges(stored: StoredSettings, changes: SettingChanges): StoredSettings {
  const all = Object.entries({ ...stored, ...changes });
  return Object.fromEntries(all.filter(([, value]) => value !== null));
}

const mailOfDemonstration = () =>
  new AppError(
    "settings-of-demonstration",
    "A demonstration only sends to its own mail service, so that no email leaves this machine.",
  );

export function setByVariable(name: SettableName, variable: string): AppError {
  const { label, fields } = settingFacts[name];
  const [field] = fields;
  const words = `${label} is set by the environment variable ${variable}. Change it there, and start Sheaf again.`;
  return new AppError("set-by-variable", words, field ? { field } : {});
}

function settingsRefused({ wrong: [first] }: ConfigError): AppError {
  const { name = "", message = "" } = first ?? {};
  const facts = Object.entries(settingFacts).find(([setting]) => setting === name)?.[1];
  const [field] = facts?.fields ?? [];
  return new AppError("settings-refused", `${facts?.label ?? name} ${message}.`, field ? { field } : {});
}
