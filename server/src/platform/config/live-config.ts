import type { Logger } from "pino";
import type { Db } from "../db/connect.ts";
import { type Config, readConfig, type StoredSettings, withoutMail } from "./config.ts";
import { readStoredSettings } from "./stored-settings.ts";

/**
 * Polling interval. A change in the browser reaches every process after this time plus the time of one query: at most
 * 10 s.
 */
const pollIntervalMs = 4_000;

/** Fields that stored settings can change; all others are fixed when a process starts. */
const installationFields = [
  "installation",
  "companyName",
  "companyAddress",
  "vatNumber",
  "supportEmail",
  "supportPhone",
  "supportHours",
  "salesEmail",
] as const satisfies (keyof Config)[];
const mailFields = ["mailTransport", "mail", "mailFrom"] as const satisfies (keyof Config)[];

export interface LiveConfig {
  /** Applies the stored settings immediately, for the request that has just changed them. */
  refresh(): Promise<void>;
  close(): void;
}

/**
 * Applies the operator's stored settings to `config`, in place, now and after every change, until closed. When mail
 * settings are invalid together with the environment, an error is logged and mail keeps its previous settings.
 * @param config its changeable fields are replaced, so they must be read each time they are used
 */
export async function followStoredSettings(
  config: Config,
  { db, key, log }: { db: Db; key: Buffer; log: Logger },
): Promise<LiveConfig> {
  let applied = JSON.stringify({});
  async function readNow(): Promise<void> {
    const stored = await readStoredSettings(db, key);
    const text = JSON.stringify(stored, Object.keys(stored).sort());
    if (text === applied) return;
    applied = text;
    applySettings(config, stored, log);
  }
  // Reads run one after the other, so that an older result is never applied after a newer one.
  let reading: Promise<void> = Promise.resolve();
  const refresh = (): Promise<void> => {
    reading = reading.catch(() => {}).then(readNow);
    return reading;
  };
  await refresh();
  const timer = setInterval(() => {
    refresh().catch((error) => log.warn({ err: error }, "The installation's settings could not be read"));
  }, pollIntervalMs);
  timer.unref();
  return { refresh, close: () => clearInterval(timer) };
}

function applySettings(config: Config, stored: StoredSettings, log: Logger): void {
  const attempts = [
    { settings: stored, fields: [...installationFields, ...mailFields] },
    // After a change of the key the mail server's password cannot be decrypted; the installation's kind and company are
    // applied nevertheless.
    { settings: withoutMail(stored), fields: installationFields },
  ];
  for (const { settings, fields } of attempts) {
    try {
      replaceFields(config, readConfig(config.given, settings), fields);
      return;
    } catch (error) {
      log.error({ err: error }, "The installation's settings conflict with its environment variables");
    }
  }
}

function replaceFields(config: Config, next: Config, fields: readonly (keyof Config)[]): void {
  Object.assign(config, Object.fromEntries(fields.map((field) => [field, next[field]])));
}
