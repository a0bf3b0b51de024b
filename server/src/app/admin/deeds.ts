import type { AdminDeed } from "@sheaf/contracts/admin/session.ts";
import { retention } from "@sheaf/contracts/limits.ts";
import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import { users } from "../../domain/accounts/table.ts";
import { practices } from "../../domain/practices/table.ts";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { newId } from "../../platform/ids.ts";
import { type DeedAction, type DeedDetail, deedSentence } from "./deed-words.ts";
import { adminDeeds, admins } from "./table.ts";

/** Who does it; a command has neither name nor address. */
type Doer = { adminId: string; address: string } | { adminId: null; address: null };
export const aCommand: Doer = { adminId: null, address: null };

export interface Deed {
  action: DeedAction;
  /** The administrator's own words. */
  reason?: string;
  /** What it was done to. */
  practiceId?: string;
  userId?: string;
  /** Numbers, ids and names of plans or tasks; no names of people. */
  detail?: DeedDetail;
}

/** Writes down what an administrator did and why; in the transaction of the deed, so that one never stands without the other. */
export async function recordDeed(tx: Tx, { adminId, address }: Doer, deed: Deed): Promise<void> {
  await tx.insert(adminDeeds).values({ id: newId(), adminId, address, ...deed });
}

/**
 * What every administrator did, newest first.
 * @param page.cursor id of the last deed already seen
 */
export async function readDeeds(db: Db, page: { limit: number; cursor?: string | undefined }): Promise<AdminDeed[]> {
  const last = db
    .select({ at: adminDeeds.at, id: adminDeeds.id })
    .from(adminDeeds)
    .where(eq(adminDeeds.id, page.cursor ?? ""));
  const rows = await db
    .select({
      deed: adminDeeds,
      who: admins.name,
      practice: practices.name,
      user: sql<string | null>`${users.firstName} || ' ' || ${users.lastName}`,
    })
    .from(adminDeeds)
    .leftJoin(admins, eq(admins.id, adminDeeds.adminId))
    .leftJoin(practices, eq(practices.id, adminDeeds.practiceId))
    .leftJoin(users, and(eq(users.practiceId, adminDeeds.practiceId), eq(users.id, adminDeeds.userId)))
    .where(page.cursor ? sql`(${adminDeeds.at}, ${adminDeeds.id}) < (${last})` : undefined)
    .orderBy(desc(adminDeeds.at), desc(adminDeeds.id))
    .limit(page.limit);
  return rows.map(({ deed: { id, at, action, detail, reason, address }, who, practice, user }) => {
    const names = { practice: practice ?? "a deleted practice", user: user ?? "a deleted user" };
    return {
      ...{ id, at: at.toISOString(), who: who ?? "Sheaf", action, reason, address },
      what: deedSentence(action, names, detail ?? {}),
    };
  });
}

/** @returns how many of the oldest went, `atOnce` at most */
export async function forgetOldDeeds(db: Db, atOnce: number): Promise<number> {
  const old = db
    .select({ id: adminDeeds.id })
    .from(adminDeeds)
    .where(lt(adminDeeds.at, sql`now() - make_interval(years => ${retention.auditYears})`))
    .limit(atOnce);
  const { rowCount } = await db.delete(adminDeeds).where(inArray(adminDeeds.id, old));
  return rowCount ?? 0;
}
