import { sql } from "drizzle-orm";
import { openText, sealText } from "../crypto/sealed-text.ts";
import type { Db, Tx } from "../db/connect.ts";
import { type SettableName, type StoredSettings, settableNames } from "./config.ts";
import { installationSettings } from "./table.ts";

/** Variables whose values are encrypted in the database and never shown. */
const secretNames: ReadonlySet<string> = new Set(
  settableNames.filter((name) => /(KEY|SECRET|TOKEN|PASSWORD|AUTH)$/.test(name) || name.endsWith("KEY_ID")),
).add("SMTP_URL");

const isSecret = (name: SettableName): boolean => secretNames.has(name);

/** Reads the settings that the operator set in the browser, without secrets that were encrypted with another key. */
export async function readStoredSettings(db: Db | Tx, key: Buffer): Promise<StoredSettings> {
  const rows = await db.select().from(installationSettings);
  const known = rows.flatMap(({ name, value, sealed }) => {
    const text = sealed ? openText(key, sealedFor(name), sealed) : value;
    return settableNames.some((one) => one === name) && typeof text === "string" ? [[name, text] as const] : [];
  });
  return Object.fromEntries(known);
}

/**
 * Stores settings. Other processes apply them within seconds (live-config.ts).
 * @param changes null deletes a setting, so that its default applies
 */
export async function writeStoredSettings(
  tx: Tx,
  key: Buffer,
  changes: Partial<Record<SettableName, string | null>>,
): Promise<void> {
  const names = Object.keys(changes) as SettableName[];
  for (const name of names) {
    const value = changes[name];
    if (value === undefined) continue;
    if (value === null) {
      await tx.delete(installationSettings).where(sql`${installationSettings.name} = ${name}`);
      continue;
    }
    const row = isSecret(name)
      ? { value: null, sealed: sealText(key, sealedFor(name), value) }
      : { value, sealed: null };
    await tx
      .insert(installationSettings)
      .values({ name, ...row })
      .onConflictDoUpdate({ target: installationSettings.name, set: { ...row, updatedAt: sql`now()` } });
  }
}

const sealedFor = (name: string) => `installation-setting:${name}`;

/**
 * Locks the settings until the transaction ends, so that no other transaction changes what was read.
 * @returns the stored settings
 */
export async function lockStoredSettings(tx: Tx, key: Buffer): Promise<StoredSettings> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('installation-settings', 0))`);
  return readStoredSettings(tx, key);
}
