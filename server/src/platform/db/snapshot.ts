import type { Db, Tx } from "./connect.ts";

/** Several reads that see the same rows, whatever happens between them. */
export async function inSnapshot<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(read, { isolationLevel: "repeatable read", accessMode: "read only" });
}
