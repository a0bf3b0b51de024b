import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { equals } from "../../platform/db/equals.ts";
import { newId } from "../../platform/ids.ts";
import { ofUser, users } from "./table.ts";

type UserRow = typeof users.$inferSelect;
export type NewUser = Omit<typeof users.$inferInsert, "id" | "termsAcceptedAt" | "emailVerifiedAt">;

interface Person {
  practiceId: string;
  userId: string;
}

/** The fields that users change themselves. */
type PersonChange = Partial<Pick<UserRow, "username" | "firstName" | "lastName" | "theme" | "sessionTimeoutMinutes">>;

/**
 * Adds a user who has just accepted the terms.
 * @param emailVerifiedAt null while the address is not confirmed
 */
export async function addUser(tx: Tx, user: NewUser, emailVerifiedAt: SQL | null): Promise<UserRow> {
  const [row] = await tx
    .insert(users)
    .values({ ...user, id: newId(), termsAcceptedAt: sql`now()`, emailVerifiedAt })
    .returning();
  if (!row) throw new Error("The database returned no row for the new user");
  return row;
}

export async function changeUser(tx: Tx, { practiceId, userId }: Person, change: PersonChange): Promise<void> {
  await tx.update(users).set(change).where(ofUser(practiceId, userId));
}

export async function findOwner(tx: Tx, practiceId: string): Promise<UserRow | undefined> {
  const [owner] = await tx
    .select()
    .from(users)
    .where(equals(users, { practiceId, role: "owner" }));
  return owner;
}

/** Makes a member the owner, and the previous owner a member. */
export async function transferOwnership(tx: Tx, practiceId: string, who: { from: string; to: string }): Promise<void> {
  await tx.update(users).set({ role: "member" }).where(ofUser(practiceId, who.from));
  await tx.update(users).set({ role: "owner" }).where(ofUser(practiceId, who.to));
}

/**
 * Records when the user last opened the notifications: never a time in the future, and never earlier than the stored
 * one, since another tab may have shown more.
 */
export async function markNotificationsSeen(db: Db, { practiceId, userId }: Person, until: Date): Promise<void> {
  const seen = sql`greatest(${users.notificationsSeenAt}, least(${until.toISOString()}::timestamptz, now()))`;
  await db.update(users).set({ notificationsSeenAt: seen }).where(ofUser(practiceId, userId));
}

/** Hides the checklist of first steps. If it is hidden already, the earlier time is kept. */
export async function dismissChecklist(db: Db, { practiceId, userId }: Person): Promise<void> {
  await db
    .update(users)
    .set({ checklistDismissedAt: sql`now()` })
    .where(and(ofUser(practiceId, userId), isNull(users.checklistDismissedAt)));
}

/** Deletes a user. Sessions, links and recovery codes are deleted with them by ON DELETE CASCADE. */
export async function deleteUser(tx: Tx, { practiceId, userId }: Person): Promise<void> {
  await tx.delete(users).where(ofUser(practiceId, userId));
}

/** Deletes all users of a closed practice. */
export async function forgetPractice(tx: Tx, practiceId: string): Promise<void> {
  await tx.delete(users).where(eq(users.practiceId, practiceId));
}
