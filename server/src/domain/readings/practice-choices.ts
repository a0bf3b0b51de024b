import { eq } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { practices } from "../practices/table.ts";

/** Returns whether the PDFs of a practice's jobs wait until their pages are read. */
export async function waitsForReading(db: Db | Tx, practiceId: string): Promise<boolean> {
  const [row] = await db
    .select({ readPages: practices.readPages, waitForReading: practices.waitForReading })
    .from(practices)
    .where(eq(practices.id, practiceId));
  return row?.readPages === true && row.waitForReading;
}
