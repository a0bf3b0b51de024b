import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { newId } from "../../platform/ids.ts";
import { ofUser, users } from "./table.ts";

type UserRow = typeof users.$inferSelect;
export type NewUser = Omit<typeof users.$inferInsert, "id" | "termsAcceptedAt" | "emailVerifiedAt">;

interface Person {
  practiceId: string;
  userId: string;
}

/** What a person sets for themselves. */
type PersonChange = Partial<Pick<UserRow, "username" | "firstName" | "lastName" | "theme" | "sessionTimeoutMinutes">>;

/**
 * Somebody who accepted the terms just now.
 * @param emailVerifiedAt when the address is known to be theirs
 */
export async function addUser(tx: Tx, user: NewUser, emailVerifiedAt: SQL | null): Promise<UserRow> {
  const [row] = await tx
    .insert(users)
    .values({ ...user, id: newId(), termsAcceptedAt: sql`now()`, emailVerifiedAt })
    .returning();
  if (!row) throw new Error("The new user was not answered by the database");
  return row;
}

export async function changeUser(tx: Tx, { practiceId, userId }: Person, change: PersonChange): Promise<void> {
  await tx.update(users).set(change).where(ofUser(practiceId, userId));
}

/** The member becomes the owner, and who was the owner a member. */
export async function transferOwnership(tx: Tx, practiceId: string, who: { from: string; to: string }): Promise<void> {
  await tx.update(users).set({ role: "member" }).where(ofUser(practiceId, who.from));
  await tx.update(users).set({ role: "owner" }).where(ofUser(practiceId, who.to));
}

/**
 * Moves to when the person last looked at the bell: never into the future, and never back, since another tab may have
 * seen more.
 */
export async function markNotificationsSeen(db: Db, { practiceId, userId }: Person, until: Date): Promise<void> {
  const seen = sql`greatest(${users.notificationsSeenAt}, least(${until.toISOString()}::timestamptz, now()))`;
  await db.update(users).set({ notificationsSeenAt: seen }).where(ofUser(practiceId, userId));
}

/** Puts the checklist of first steps away; where it was put away before, that time stays. */
export async function dismissChecklist(db: Db, { practiceId, userId }: Person): Promise<void> {
  await db
    .update(users)
    .set({ checklistDismissedAt: sql`now()` })
    .where(and(ofUser(practiceId, userId), isNull(users.checklistDismissedAt)));
}

/** A person's row with everything that is theirs alone: sessions, links, recovery codes go by ON DELETE CASCADE. */
export async function deleteUser(tx: Tx, { practiceId, userId }: Person): Promise<void> {
  await tx.delete(users).where(ofUser(practiceId, userId));
}

/** Everybody of a closed practice. */
export async function forgetPractice(tx: Tx, practiceId: string): Promise<void> {
  await tx.delete(users).where(eq(users.practiceId, practiceId));
}
