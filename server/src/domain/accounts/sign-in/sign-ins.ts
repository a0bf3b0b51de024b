import { desc, inArray } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { newId } from "../../../platform/ids.ts";
import { pastRetention } from "../../audit/past-retention.ts";
import { signIns } from "../table.ts";

/** Address and user agent of a browser. Stored with the session, so that its user recognises it in a list. */
export interface ClientInfo {
  address: string;
  userAgent: string;
}

interface Person {
  practiceId: string;
  id: string;
}

/** Records a sign-in, or a failed attempt at an account. */
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

/** Lists the last sign-ins and failed attempts of an account, newest first. */
export async function lastSignIns(db: Db | Tx, user: Person, limit: number) {
  return db
    .select()
    .from(signIns)
    .where(equals(signIns, { practiceId: user.practiceId, userId: user.id }))
    .orderBy(desc(signIns.id))
    .limit(limit);
}

/**
 * Deletes sign-ins that are past their retention time.
 * @returns the number of rows deleted, at most `limit`
 */
export async function forgetOldSignIns(db: Db, limit: number): Promise<number> {
  const { rowCount } = await db.delete(signIns).where(inArray(signIns.id, pastRetention(db, signIns, limit)));
  return rowCount ?? 0;
}
