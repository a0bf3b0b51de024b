import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../src/platform/db/connect.ts";

/** Makes a change that the database otherwise refuses, for tests that simulate the passing of years. */
export async function rewriteLedger(db: Db, change: (tx: Tx) => Promise<unknown>): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await change(tx);
  });
}
