import { createHmac } from "node:crypto";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Config } from "../config/config.ts";
import { secretKey } from "../crypto/secret-key.ts";
import { type Db, withDb } from "../db/connect.ts";
import { StartError } from "./start-error.ts";
import { installationKey } from "./table.ts";

/**
 * The first start writes down by what its key is recognised; every later one has to have the same, or passwords of
 * files and authenticator secrets could not be read, and nobody would know why.
 * @param url of a migrated database
 * @throws StartError with another key than the database was sealed with
 */
export async function requireMatchingKey(config: Config, url: string, log: Logger): Promise<void> {
  const key = await secretKey(config);
  if ((await withDb(url, log, (db) => knownFingerprint(db, key))) === fingerprintOf(key)) return;
  const named = config.keyHex ? "SHEAF_KEY is" : `SHEAF_KEY is not set, and ${join(config.dataDir, "secret.key")} is`;
  const orItsFolder = config.keyHex ? "" : ", or SHEAF_DATA to the folder that holds it";
  throw new StartError(
    `${named} not the key that this database was sealed with: set SHEAF_KEY to that one${orItsFolder}, or, when it is lost for good, give up what it sealed with \`./sheaf migrate --new-key\`.`,
  );
}

/**
 * Whether this is the key that the database was sealed with. Writes nothing.
 * @returns undefined for a database that has known none yet
 */
export async function isMatchingKey(db: Db, key: Buffer): Promise<boolean | undefined> {
  const [known] = await db.select().from(installationKey);
  return known && known.fingerprint === fingerprintOf(key);
}

/** From now on this is the installation's key; what another one sealed stays unreadable. */
export async function replaceKey(config: Config, url: string, log: Logger): Promise<void> {
  const fingerprint = fingerprintOf(await secretKey(config));
  await withDb(url, log, (db) =>
    db
      .insert(installationKey)
      .values({ fingerprint })
      .onConflictDoUpdate({ target: installationKey.singleton, set: { fingerprint } }),
  );
}

/** Of two that start first at once, one writes. */
async function knownFingerprint(db: Db, key: Buffer): Promise<string | undefined> {
  await db
    .insert(installationKey)
    .values({ fingerprint: fingerprintOf(key) })
    .onConflictDoNothing();
  const [known] = await db.select().from(installationKey);
  return known?.fingerprint;
}

/** Tells keys apart and gives nothing away of them. */
const fingerprintOf = (key: Buffer): string => createHmac("sha256", key).update("Sheaf installation key").digest("hex");
