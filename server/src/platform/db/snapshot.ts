import type { Db, Tx } from "./connect.ts";

/** Runs several reads on one snapshot: all see the same rows, whatever is written between them. */
export async function inSnapshot<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(read, { isolationLevel: "repeatable read", accessMode: "read only" });
}
