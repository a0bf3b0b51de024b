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

/** Everybody of the practice, the owner first, then by when they came. */
export async function listMembers(db: Db | Tx, practiceId: string): Promise<Member[]> {
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
  return rows.map(({ user, lastSeenAt }) => toMember(user, lastSeenAt));
}

/**
 * For what was begun by a member and takes long. Until its transaction ends the member cannot be removed.
 * @throws AppError not-signed-in when they were removed since, or they or their practice suspended
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
 * Hands the practice over: the member becomes the owner, and who was the owner a member.
 * @throws AppError member-not-found, owner-stays, owner-only when the practice was handed on meanwhile
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
 * Takes somebody out: their sessions end at once, their jobs keep their name.
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
 * Somebody's row with everything that is theirs alone. What they invited others to goes on in another's name.
 * @param heir who stays in the practice
 * @param reason told to each of their browsers
 */
export async function forgetMember(
  tx: Tx,
  heir: { practiceId: string; userId: string },
  id: string,
  reason: "removed-by-owner" | "account-deleted",
): Promise<void> {
  const { practiceId } = heir;
  await endSessionsOf(tx, { practiceId, userId: id }, reason);
  await tx
    .update(invitations)
    .set({ invitedById: heir.userId })
    .where(equals(invitations, { practiceId, invitedById: id }));
  await deleteUser(tx, { practiceId, userId: id });
  await announce(tx, practiceId, { type: "members" });
}

async function nameOf(tx: Tx, practiceId: string): Promise<string> {
  const [practice] = await tx.select({ name: practices.name }).from(practices).where(eq(practices.id, practiceId));
  return practice?.name ?? "";
}

/** The member to change, once nobody else changes the practice's members and while the actor still owns it. */
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
