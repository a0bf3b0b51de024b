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

/** @returns what the operator set in the browser; a secret that this key did not seal is left out */
export async function readStoredSettings(db: Db | Tx, key: Buffer): Promise<StoredSettings> {
  const rows = await db.select().from(installationSettings);
  const known = rows.flatMap(({ name, value, sealed }) => {
    const text = sealed ? openText(key, sealedFor(name), sealed) : value;
    return settableNames.some((one) => one === name) && typeof text === "string" ? [[name, text] as const] : [];
  });
  return Object.fromEntries(known);
}

/**
 * Other processes follow within seconds (live-config.ts).
 * @param changes null takes a setting away, so that its default holds
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
 * Keeps everybody else from changing settings until the transaction ends, so that what was read stays true.
 * @returns what is stored now
 */
export async function lockStoredSettings(tx: Tx, key: Buffer): Promise<StoredSettings> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('installation-settings', 0))`);
  return readStoredSettings(tx, key);
}
