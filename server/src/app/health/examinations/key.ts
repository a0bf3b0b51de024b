import type { Db } from "../../../platform/db/connect.ts";
import { isMatchingKey } from "../../../platform/process/installation-key.ts";
import { failed, type Outcome, ok, unknown } from "../outcome.ts";

/**
 * Examines whether the key that encrypts stored secrets is the one that the database was sealed with.
 * @param key undefined when none is set and the data folder contains none
 */
export async function examineKey(db: Db, key: Buffer | undefined): Promise<Outcome> {
  const isSame = key ? await isMatchingKey(db, key) : undefined;
  if (isSame) return ok("The key is the one that the database was sealed with.");
  if (key && isSame === undefined) return unknown("The database has known no key yet.");
  return failed(
    key
      ? "The key is not the one that the database was sealed with, so Sheaf does not start."
      : "There is no key here: SHEAF_KEY is not set, and the data folder holds no secret.key.",
    {
      words:
        "Set SHEAF_KEY or SHEAF_DATA as before, or take the key from a backup. Only when it is lost for good, give up what it sealed.",
      command: "./sheaf migrate --new-key",
    },
  );
}
