import { count } from "@sheaf/contracts/words.ts";
import { max } from "drizzle-orm";
import { databaseNow } from "../../../platform/db/clock.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { backups } from "../../backup/table.ts";
import { type Outcome, ok, unknown, warning } from "../outcome.ts";

const hourMs = 3_600_000;
/** Backups are made every night: two failed ones cause a warning. */
const oldAfterHours = 49;

const remedy = {
  words: "Make a backup now, and one every night with a timer. Keep them on another disk.",
  command: "./sheaf backup FOLDER",
};

/**
 * Examines the age of the last backup by `./sheaf backup`.
 * @param ownMeans true when the operator runs the database, and so may back it up by other means
 */
export async function examineBackup(
  db: Db,
  { demo, ownMeans }: { demo: boolean; ownMeans: boolean },
): Promise<Outcome> {
  if (demo) return ok("A demonstration needs no backup.");
  const [row] = await db.select({ at: max(backups.endedAt) }).from(backups);
  if (!row?.at) {
    if (!ownMeans) return warning("No backup has been made yet.", remedy);
    const words = "No backup by ./sheaf backup is known. Backups by other tools cannot be checked here.";
    return unknown(words, remedy);
  }
  const hours = Math.floor(((await databaseNow(db)).getTime() - row.at.getTime()) / hourMs);
  if (hours < oldAfterHours) return ok(`The last backup was made ${ago(hours)}.`);
  return warning(`The last backup was made ${ago(hours)}.`, remedy);
}

function ago(hours: number): string {
  if (hours < 1) return "within the last hour";
  return `${hours < 49 ? count(hours, "hour") : count(Math.floor(hours / 24), "day")} ago`;
}
