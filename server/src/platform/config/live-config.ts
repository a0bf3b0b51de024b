import type { Logger } from "pino";
import type { Db } from "../db/connect.ts";
import { type Config, readConfig, type StoredSettings, withoutMail } from "./config.ts";
import { readStoredSettings } from "./stored-settings.ts";

/** A change in the browser reaches every process after this and the time of one query: at most 10 s. */
const readEveryMs = 4_000;

/** What stored settings can change; everything else is fixed from a process's start. */
const ofInstallation = [
  "installation",
  "companyName",
  "companyAddress",
  "vatNumber",
  "supportEmail",
  "supportPhone",
  "supportHours",
  "salesEmail",
] as const satisfies (keyof Config)[];
const ofMail = ["mailTransport", "mail", "mailFrom"] as const satisfies (keyof Config)[];

export interface LiveConfig {
  /** Reads what is stored now, for whoever has just changed it. */
  refresh(): Promise<void>;
  close(): void;
}

/**
 * Lays what the operator set in the browser over `config`, in place, now and after every change, until it is closed.
 * Settings of mail that are wrong together with the environment are logged, and mail is left as it was.
 * @param config fields that settings can change are replaced, so they must be read when they are used
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
  // One after the other: what was read first must not be applied last.
  let reading: Promise<void> = Promise.resolve();
  const refresh = (): Promise<void> => {
    reading = reading.catch(() => {}).then(readNow);
    return reading;
  };
  await refresh();
  const timer = setInterval(() => {
    refresh().catch((error) => log.warn({ err: error }, "The installation's settings could not be read"));
  }, readEveryMs);
  timer.unref();
  return { refresh, close: () => clearInterval(timer) };
}

function applySettings(config: Config, stored: StoredSettings, log: Logger): void {
  const attempts = [
    { settings: stored, fields: [...ofInstallation, ...ofMail] },
    // After a change of the key the mail server's password cannot be read; the installation's kind and company still
    // hold.
    { settings: withoutMail(stored), fields: ofInstallation },
  ];
  for (const { settings, fields } of attempts) {
    try {
      replaceFields(config, readConfig(config.given, settings), fields);
      return;
    } catch (error) {
      log.error({ err: error }, "The installation's settings do not fit its environment variables");
    }
  }
}

function replaceFields(config: Config, next: Config, fields: readonly (keyof Config)[]): void {
  Object.assign(config, Object.fromEntries(fields.map((field) => [field, next[field]])));
}
