import { sql } from "drizzle-orm";
import type { Db, Tx } from "./connect.ts";

/**
 * Several reads of one moment, for lists whose index holds all that is asked: the planner is told that its pages are in
 * memory, or it reads whole tables instead, with several processes at once (docs/decisions/013).
 */
export async function readIndexes<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(
    async (tx) => {
      await tx.execute(
        sql`select set_config('random_page_cost', '1.1', true), set_config('max_parallel_workers_per_gather', '0', true)`,
      );
      return read(tx);
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}
