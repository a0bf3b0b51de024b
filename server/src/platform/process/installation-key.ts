import { createHmac } from "node:crypto";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Config } from "../config/config.ts";
import { secretKey } from "../crypto/secret-key.ts";
import { type Db, withDb } from "../db/connect.ts";
import { StartError } from "./start-error.ts";
import { installationKey } from "./table.ts";

/**
 * Checks that the key is the installation's. The first start stores the key's fingerprint; with another key, file
 * passwords and authenticator secrets could not be decrypted, without an obvious reason.
 * @param url of a migrated database
 * @throws StartError when the database was encrypted with another key
 */
export async function requireMatchingKey(config: Config, url: string, log: Logger): Promise<void> {
  const key = await secretKey(config);
  if ((await withDb(url, log, (db) => knownFingerprint(db, key))) === fingerprintOf(key)) return;
  const named = config.keyHex ? "SHEAF_KEY is" : `SHEAF_KEY is not set, and ${join(config.dataDir, "secret.key")} is`;
  const orItsFolder = config.keyHex ? "" : ", or SHEAF_DATA to the folder that contains it";
  throw new StartError(
    `${named} not the key of this database. Set SHEAF_KEY to the right key${orItsFolder}. If the key is lost, \`./sheaf migrate --new-key\` continues with the present one: data encrypted with the lost key can no longer be read.`,
  );
}

/**
 * Returns whether this is the installation's key. Writes nothing.
 * @returns undefined for a database without a stored fingerprint
 */
export async function isMatchingKey(db: Db, key: Buffer): Promise<boolean | undefined> {
  const [known] = await db.select().from(installationKey);
  return known && known.fingerprint === fingerprintOf(key);
}

/** Makes this the installation's key; secrets encrypted with the previous key stay unreadable. */
export async function replaceKey(config: Config, url: string, log: Logger): Promise<void> {
  const fingerprint = fingerprintOf(await secretKey(config));
  await withDb(url, log, (db) =>
    db
      .insert(installationKey)
      .values({ fingerprint })
      .onConflictDoUpdate({ target: installationKey.singleton, set: { fingerprint } }),
  );
}

/**
 * Stores the fingerprint if there is none, and returns the stored one. When two processes start for the first time
 * simultaneously, only one writes.
 */
async function knownFingerprint(db: Db, key: Buffer): Promise<string | undefined> {
  await db
    .insert(installationKey)
    .values({ fingerprint: fingerprintOf(key) })
    .onConflictDoNothing();
  const [known] = await db.select().from(installationKey);
  return known?.fingerprint;
}

/** Identifies a key without revealing anything about it. */
const fingerprintOf = (key: Buffer): string => createHmac("sha256", key).update("Sheaf installation key").digest("hex");
