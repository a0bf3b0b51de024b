import type { AdminAction } from "@sheaf/contracts/admin/session.ts";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { users } from "../../domain/accounts/table.ts";
import { pastRetention } from "../../domain/audit/past-retention.ts";
import { practices } from "../../domain/practices/table.ts";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { newId } from "../../platform/ids.ts";
import { type AdminActionDetail, type AdminActionName, adminActionSentence } from "./admin-action-sentences.ts";
import { adminActions, admins } from "./table.ts";

/** The administrator. A command run by the operator has neither an id nor an address. */
type Actor = { adminId: string; address: string } | { adminId: null; address: null };
export const operatorCommand: Actor = { adminId: null, address: null };

export interface NewAdminAction {
  action: AdminActionName;
  /** The administrator's own words. */
  reason?: string;
  /** The practice and the user that the action changed. */
  practiceId?: string;
  userId?: string;
  /** Numbers, ids and names of plans or tasks; no names of people. */
  detail?: AdminActionDetail;
}

/**
 * Records what an administrator did and why. Called in the transaction of the action itself, so that neither is stored
 * without the other.
 */
export async function recordAdminAction(tx: Tx, { adminId, address }: Actor, action: NewAdminAction): Promise<void> {
  await tx.insert(adminActions).values({ id: newId(), adminId, address, ...action });
}

/**
 * Returns the actions of all administrators, newest first.
 * @param page.cursor id of the last action of the previous page
 */
export async function listAdminActions(
  db: Db,
  page: { limit: number; cursor?: string | undefined },
): Promise<AdminAction[]> {
  const last = db
    .select({ at: adminActions.at, id: adminActions.id })
    .from(adminActions)
    .where(eq(adminActions.id, page.cursor ?? ""));
  const rows = await db
    .select({
      entry: adminActions,
      who: admins.name,
      practice: practices.name,
      user: sql<string | null>`${users.firstName} || ' ' || ${users.lastName}`,
    })
    .from(adminActions)
    .leftJoin(admins, eq(admins.id, adminActions.adminId))
    .leftJoin(practices, eq(practices.id, adminActions.practiceId))
    .leftJoin(users, and(eq(users.practiceId, adminActions.practiceId), eq(users.id, adminActions.userId)))
    .where(page.cursor ? sql`(${adminActions.at}, ${adminActions.id}) < (${last})` : undefined)
    .orderBy(desc(adminActions.at), desc(adminActions.id))
    .limit(page.limit);
  return rows.map(({ entry: { id, at, action, detail, reason, address }, who, practice, user }) => {
    const names = { practice: practice ?? "a deleted practice", user: user ?? "a deleted user" };
    return {
      id,
      at: at.toISOString(),
      who: who ?? "Sheaf",
      action,
      reason,
      address,
      what: adminActionSentence(action, names, detail ?? {}),
    };
  });
}

/**
 * Deletes actions that are older than the retention period, the oldest first.
 * @returns how many were deleted, at most `batchSize`
 */
export async function deleteOldAdminActions(db: Db, batchSize: number): Promise<number> {
  const { rowCount } = await db
    .delete(adminActions)
    .where(inArray(adminActions.id, pastRetention(db, adminActions, batchSize)));
  return rowCount ?? 0;
}
