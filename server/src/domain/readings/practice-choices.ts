import { eq } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { practices } from "../practices/table.ts";

/** Returns whether pages of the practice are read, which then cannot change until the end of the transaction. */
export async function readsPages(tx: Tx, practiceId: string): Promise<boolean> {
  const [row] = await tx
    .select({ readPages: practices.readPages })
    .from(practices)
    .where(eq(practices.id, practiceId))
    .for("share");
  return row?.readPages === true;
}

/** Returns whether separate PDFs of a practice's jobs are named by what was read on them. */
export async function namesByFacts(db: Db, practiceId: string): Promise<boolean> {
  const [row] = await db
    .select({ namePdfsByFacts: practices.namePdfsByFacts })
    .from(practices)
    .where(eq(practices.id, practiceId));
  return row?.namePdfsByFacts === true && (await waitsForReading(db, practiceId));
}

/** Returns whether the PDFs of a practice's jobs wait until their pages are read. */
export async function waitsForReading(db: Db | Tx, practiceId: string): Promise<boolean> {
  const [row] = await db
    .select({ readPages: practices.readPages, waitForReading: practices.waitForReading })
    .from(practices)
    .where(eq(practices.id, practiceId));
  return row?.readPages === true && row.waitForReading;
}
