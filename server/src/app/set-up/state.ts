import { randomBytes } from "node:crypto";
import { isNull, sql } from "drizzle-orm";
import { practices } from "../../domain/practices/table.ts";
import type { Config } from "../../platform/config/config.ts";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { admins } from "../admin/table.ts";
import { installationSetUp } from "./table.ts";

const isTaken = sql`(exists (select 1 from ${admins}) or exists (select 1 from ${practices}))`;

/**
 * Creates the row for the set-up of a new installation, once. If there is an account already, set-up counts as ended:
 * installations from before this feature never show it.
 */
export async function prepareSetUp(db: Db): Promise<void> {
  await db
    .insert(installationSetUp)
    .values({ nonce: randomBytes(32).toString("hex") })
    .onConflictDoNothing();
  await db
    .update(installationSetUp)
    .set({ endedAt: sql`now()` })
    .where(sql`${isNull(installationSetUp.endedAt)} and ${isTaken}`);
}

/** Ends set-up. Called in the transaction that creates the first account. */
export async function endSetUp(tx: Tx): Promise<void> {
  await tx.update(installationSetUp).set({ endedAt: sql`now()` }).where(isNull(installationSetUp.endedAt));
}

type SetUpRow = typeof installationSetUp.$inferSelect;

/** Finds the row of set-up. @returns undefined when set-up has ended, and in a demonstration, which has none */
export async function findOpenSetUp(
  db: Db | Tx,
  { demo }: Pick<Config, "demo">,
  { lock = false } = {},
): Promise<SetUpRow | undefined> {
  if (demo) return undefined;
  const open = db
    .select()
    .from(installationSetUp)
    .where(sql`${isNull(installationSetUp.endedAt)} and not ${isTaken}`);
  const [row] = await (lock ? open.for("update") : open);
  return row;
}
