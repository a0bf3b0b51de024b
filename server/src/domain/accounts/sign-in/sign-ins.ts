import { desc, inArray } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { newId } from "../../../platform/ids.ts";
import { pastRetention } from "../../audit/past-retention.ts";
import { signIns } from "../table.ts";

/** Where somebody signs in from; kept with the session so that its owner recognises it in a list. */
export interface ClientInfo {
  address: string;
  userAgent: string;
}

interface Person {
  practiceId: string;
  id: string;
}

/** Writes down that somebody signed in, or that a try at their account failed. */
export async function recordSignIn(tx: Db | Tx, user: Person, place: ClientInfo, ok: boolean): Promise<void> {
  await tx.insert(signIns).values({
    practiceId: user.practiceId,
    userId: user.id,
    id: newId(),
    ok,
    address: place.address,
    userAgent: place.userAgent.slice(0, 400),
  });
}

/** The last tries at somebody's account, newest first. */
export async function lastSignIns(db: Db | Tx, user: Person, limit: number) {
  return db
    .select()
    .from(signIns)
    .where(equals(signIns, { practiceId: user.practiceId, userId: user.id }))
    .orderBy(desc(signIns.id))
    .limit(limit);
}

/** @returns how many of the oldest went, `atOnce` at most */
export async function forgetOldSignIns(db: Db, atOnce: number): Promise<number> {
  const { rowCount } = await db.delete(signIns).where(inArray(signIns.id, pastRetention(db, signIns, atOnce)));
  return rowCount ?? 0;
}
