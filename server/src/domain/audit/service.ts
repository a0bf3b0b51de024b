import { eq, inArray } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { newId } from "../../platform/ids.ts";
import type { AuditAction, Detail } from "./actions.ts";
import { pastRetention } from "./past-retention.ts";
import { auditLog } from "./table.ts";

/** Who does something: the practice is part of every query, person and address go into the log of who did what. */
export interface Actor {
  practiceId: string;
  userId: string;
  /** Where the request came from. */
  address: string;
}

/** Nobody signed in did it: an operator's command, a task. */
interface Nobody {
  practiceId: string;
  userId: null;
}

interface Entry {
  action: AuditAction;
  subjectId?: string;
  /** Numbers and ids, several with commas between them; `name` of what is gone with the action; never content. */
  detail?: Detail;
}

/**
 * Writes down who did what, and from where; in the transaction of the action, so that one never stands without the
 * other.
 */
export async function record(tx: Db | Tx, entry: (Actor | Nobody) & Entry): Promise<void> {
  await tx.insert(auditLog).values({ ...entry, id: newId() });
}

/** Takes away what has been kept as long as promised. @returns how many entries went, `limit` at most */
export async function forgetOldEntries(db: Db, limit: number): Promise<number> {
  const { rowCount } = await db.delete(auditLog).where(inArray(auditLog.id, pastRetention(db, auditLog, limit)));
  return rowCount ?? 0;
}

/** Of a closed practice. */
export async function forgetPractice(tx: Tx, practiceId: string): Promise<void> {
  await tx.delete(auditLog).where(eq(auditLog.practiceId, practiceId));
}
