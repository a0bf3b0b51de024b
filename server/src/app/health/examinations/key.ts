import type { Db } from "../../../platform/db/connect.ts";
import { isMatchingKey } from "../../../platform/process/installation-key.ts";
import { failed, type Outcome, ok, unknown } from "../outcome.ts";

/**
 * Examines whether the key that encrypts stored secrets is the one that the database was sealed with.
 * @param key undefined when none is set and the data folder contains none
 */
export async function examineKey(db: Db, key: Buffer | undefined): Promise<Outcome> {
  const isSame = key ? await isMatchingKey(db, key) : undefined;
  if (isSame) return ok("The key matches the database.");
  if (key && isSame === undefined) return unknown("The database has not been used with a key yet.");
  return failed(
    key
      ? "The key does not match the database, so Sheaf does not start."
      : "The key is missing: SHEAF_KEY is not set, and the data folder contains no secret.key.",
    {
      words:
        "Set SHEAF_KEY or SHEAF_DATA as before, or restore the key from a backup. Only if it is lost, continue with a new key: data encrypted with the old one can no longer be read.",
      command: "./sheaf migrate --new-key",
    },
  );
}
