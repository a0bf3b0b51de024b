import { eq, inArray } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { newId } from "../../platform/ids.ts";
import type { AuditAction, Detail } from "./actions.ts";
import { pastRetention } from "./past-retention.ts";
import { auditLog } from "./table.ts";

/**
 * The user who performs an action. The practice is part of every query; user and address are recorded in the audit log.
 */
export interface Actor {
  practiceId: string;
  userId: string;
  /** IP address of the request. */
  address: string;
}

/** For actions without a signed-in user: commands of the operator, and tasks. */
interface NoUser {
  practiceId: string;
  userId: null;
}

interface Entry {
  action: AuditAction;
  subjectId?: string;
  /**
   * Numbers and ids, several of them separated by commas; `name` of a subject that the action removes; never content.
   */
  detail?: Detail;
}

/**
 * Records an action in the audit log. Called in the transaction of the action, so that neither is stored without the
 * other.
 */
export async function record(tx: Db | Tx, entry: (Actor | NoUser) & Entry): Promise<void> {
  await tx.insert(auditLog).values({ ...entry, id: newId() });
}

/**
 * Deletes entries whose retention time is over.
 * @returns the number of entries deleted, at most `limit`
 */
export async function forgetOldEntries(db: Db, limit: number): Promise<number> {
  const { rowCount } = await db.delete(auditLog).where(inArray(auditLog.id, pastRetention(db, auditLog, limit)));
  return rowCount ?? 0;
}

/** Deletes the entries of a closed practice. */
export async function forgetPractice(tx: Tx, practiceId: string): Promise<void> {
  await tx.delete(auditLog).where(eq(auditLog.practiceId, practiceId));
}
