import type { Member } from "@sheaf/contracts/members.ts";
import { and, asc, desc, eq, isNull, max } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { equals } from "../../platform/db/equals.ts";
import { AppError } from "../../platform/errors.ts";
import { announce } from "../../platform/events/events.ts";
import type { AccountEmailServices } from "../account-emails/send.ts";
import { deleteUser, endSessionsOf, notifyOwner, sendSecurityEmail, transferOwnership } from "../accounts/index.ts";
import { sessions, users } from "../accounts/table.ts";
import { type Actor, record } from "../audit/service.ts";
import { lockPractice } from "../practices/service.ts";
import { practices } from "../practices/table.ts";
import { invitations } from "./table.ts";

type UserRow = typeof users.$inferSelect;

const one = (practiceId: string, id: string) => equals(users, { practiceId, id });

/** Lists the members of the practice, the owner first, then in the order in which they joined. */
export async function listMembers(db: Db | Tx, practiceId: string): Promise<Member[]> {
  return (await readMembers(db, practiceId)).map(({ member }) => member);
}

/** Like `listMembers`, together with the users' rows. */
export async function readMembers(db: Db | Tx, practiceId: string): Promise<{ user: UserRow; member: Member }[]> {
  const seen = db
    .select({ userId: sessions.userId, at: max(sessions.lastSeenAt).as("at") })
    .from(sessions)
    .where(eq(sessions.practiceId, practiceId))
    .groupBy(sessions.userId)
    .as("seen");
  const rows = await db
    .select({ user: users, lastSeenAt: seen.at })
    .from(users)
    .leftJoin(seen, eq(seen.userId, users.id))
    .where(eq(users.practiceId, practiceId))
    .orderBy(desc(users.role), asc(users.id));
  return rows.map(({ user, lastSeenAt }) => ({ user, member: toMember(user, lastSeenAt) }));
}

/**
 * Checks that the user is still a member, at the end of a long operation. Until the transaction ends the member cannot
 * be removed.
 * @throws AppError not-signed-in when they were removed since, or they or their practice were suspended
 */
export async function requireStillMember(tx: Tx, { practiceId, userId }: Actor): Promise<void> {
  const [still] = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(practices, eq(practices.id, users.practiceId))
    .where(
      and(
        one(practiceId, userId),
        ...[users.suspendedAt, users.suspendedByOperatorAt, practices.suspendedAt].map((at) => isNull(at)),
      ),
    )
    .for("key share", { of: users });
  if (still) return;
  throw new AppError("not-signed-in", "You no longer have access to this practice, so nothing was changed.");
}

/**
 * Transfers the ownership of the practice: the member becomes the owner, and the previous owner a member.
 * @throws AppError member-not-found, owner-stays, owner-only when the ownership was transferred in the meantime
 */
export async function changeRole(db: Db, actor: Actor, id: string, role: Member["role"]): Promise<Member[]> {
  const { practiceId } = actor;
  return db.transaction(async (tx) => {
    const member = await lockMember(tx, actor, id);
    if (member.role === role) return listMembers(tx, practiceId);
    if (role === "member") {
      throw new AppError("owner-stays", "A practice must have an owner. Make somebody else the owner instead.");
    }
    if (member.suspendedAt ?? member.suspendedByOperatorAt) {
      throw new AppError("owner-stays", `${fullName(member)} is suspended and cannot become the owner.`);
    }
    await transferOwnership(tx, practiceId, { from: actor.userId, to: id });
    await record(tx, { ...actor, action: "member.made-owner", subjectId: id });
    await announce(tx, practiceId, { type: "members" });
    return listMembers(tx, practiceId);
  });
}

/**
 * Removes a member. Their sessions end at once; their jobs keep their name.
 * @throws AppError member-not-found, owner-stays, owner-only
 */
export async function removeMember(
  services: AccountEmailServices & { db: Db },
  actor: Actor,
  id: string,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const member = await lockMember(tx, actor, id);
    if (member.role === "owner") {
      throw new AppError("owner-stays", "The owner cannot be removed. Make somebody else the owner first.");
    }
    const practiceName = await nameOf(tx, actor.practiceId);
    await sendSecurityEmail(tx, services, member, {
      template: "removed",
      facts: { username: member.username, practiceName },
    });
    await notifyOwner(tx, services, member, "removed");
    await forgetMember(tx, actor, id, "removed-by-owner");
    await record(tx, { ...actor, action: "member.removed", subjectId: id, detail: { name: fullName(member) } });
  });
}

/**
 * Deletes a member with all their own data. Their open invitations continue in the name of another member.
 * @param successor the member who takes the invitations over
 * @param reason shown once in each of the member's browsers
 */
export async function forgetMember(
  tx: Tx,
  successor: { practiceId: string; userId: string },
  id: string,
  reason: "removed-by-owner" | "account-deleted",
): Promise<void> {
  const { practiceId } = successor;
  await endSessionsOf(tx, { practiceId, userId: id }, reason);
  await tx
    .update(invitations)
    .set({ invitedById: successor.userId })
    .where(equals(invitations, { practiceId, invitedById: id }));
  await deleteUser(tx, { practiceId, userId: id });
  await announce(tx, practiceId, { type: "members" });
}

async function nameOf(tx: Tx, practiceId: string): Promise<string> {
  const [practice] = await tx.select({ name: practices.name }).from(practices).where(eq(practices.id, practiceId));
  return practice?.name ?? "";
}

/**
 * Locks the members of the practice against other changes, checks that the actor is still the owner, and returns the
 * member to change.
 */
async function lockMember(tx: Tx, actor: Actor, id: string): Promise<UserRow> {
  const { practiceId } = actor;
  await lockPractice(tx, practiceId);
  const [owner] = await tx.select({ role: users.role }).from(users).where(one(practiceId, actor.userId));
  if (owner?.role !== "owner") throw new AppError("owner-only", "Only the owner of the practice manages its members.");
  const [member] = await tx.select().from(users).where(one(practiceId, id));
  if (!member) throw new AppError("member-not-found", "This member may have left already. Reload the list.");
  return member;
}

const fullName = ({ firstName, lastName }: Pick<UserRow, "firstName" | "lastName">) => `${firstName} ${lastName}`;

function toMember(row: UserRow, lastSeenAt: Date | null): Member {
  const { id, firstName, lastName, username, email, role } = row;
  return {
    id,
    firstName,
    lastName,
    username,
    email,
    role,
    twoFactor: row.totpConfirmedAt !== null,
    suspendedAt: row.suspendedAt?.toISOString() ?? null,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
