import { hash, randomBytes } from "node:crypto";
import { linkLife } from "@sheaf/contracts/limits.ts";
import type { Invitation } from "@sheaf/contracts/members.ts";
import { and, asc, eq, gt, ne, sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { equals } from "../../platform/db/equals.ts";
import { AppError } from "../../platform/errors.ts";
import { announce } from "../../platform/events/events.ts";
import { newId } from "../../platform/ids.ts";
import type { Services } from "../../platform/services.ts";
import { accountLink, sendAccountEmail } from "../account-emails/send.ts";
import { users } from "../accounts/table.ts";
import type { AuditAction } from "../audit/actions.ts";
import { limitPerHour } from "../audit/limit-per-hour.ts";
import { type Actor, record } from "../audit/service.ts";
import { planOf } from "../billing/index.ts";
import { lockPractice } from "../practices/service.ts";
import { practices } from "../practices/table.ts";
import { invitations } from "./table.ts";

type Needs = Pick<Services, "config" | "db" | "key" | "mail" | "queue">;
type InvitationRow = typeof invitations.$inferSelect;

const tokenBytes = 32;
const lifetime = sql.raw(`interval '${linkLife.invitationDays} days'`);
const isOpen = gt(invitations.expiresAt, sql`now()`);
const open = (practiceId: string) => and(eq(invitations.practiceId, practiceId), isOpen);

/**
 * Lists the invitations that are not accepted yet, oldest first. Expired ones stay until they are sent again or
 * revoked.
 */
export async function listInvitations(db: Db | Tx, practiceId: string): Promise<Invitation[]> {
  const rows = await withInviter(db).where(eq(invitations.practiceId, practiceId)).orderBy(asc(invitations.id));
  return rows.map(toInvitation);
}

/** Deletes the invitations of a closed practice. */
export async function forgetPractice(tx: Tx, practiceId: string): Promise<void> {
  await tx.delete(invitations).where(eq(invitations.practiceId, practiceId));
}

/**
 * Invites a person by email. An open invitation to the same address is replaced; its link stops working.
 * @throws AppError already-member, email-taken, users-reached, subscription-needed, too-many-requests
 */
export async function invite(services: Needs, actor: Actor, email: string): Promise<Invitation> {
  const { practiceId } = actor;
  return services.db.transaction(async (tx) => {
    await lockPractice(tx, practiceId);
    await limitInvitations(tx, practiceId);
    await refuseKnown(tx, practiceId, email);
    await requireSeat(tx, practiceId, email);
    await tx.delete(invitations).where(and(eq(invitations.practiceId, practiceId), sameEmail(email)));
    const { token, tokenHash } = newToken();
    const [row] = await tx
      .insert(invitations)
      .values({
        practiceId,
        id: newId(),
        email,
        tokenHash,
        invitedById: actor.userId,
        expiresAt: sql`now() + ${lifetime}`,
      })
      .returning();
    if (!row) throw new Error("The database returned no row for the new invitation");
    return sendInvitation(tx, services, { actor, row, token, action: "invitation.sent" });
  });
}

/**
 * Sends an invitation again with a new link; the old link stops working.
 * @throws AppError invitation-not-found, users-reached, too-many-requests
 */
export async function resendInvitation(services: Needs, actor: Actor, id: string): Promise<Invitation> {
  const { practiceId } = actor;
  return services.db.transaction(async (tx) => {
    await lockPractice(tx, practiceId);
    await limitInvitations(tx, practiceId);
    const { token, tokenHash } = newToken();
    const [row] = await tx
      .update(invitations)
      .set({ tokenHash, expiresAt: sql`now() + ${lifetime}` })
      .where(equals(invitations, { practiceId, id }))
      .returning();
    if (!row) throw notFound();
    await requireSeat(tx, practiceId, row.email);
    return sendInvitation(tx, services, { actor, row, token, action: "invitation.sent-again" });
  });
}

/** @throws AppError invitation-not-found */
export async function revokeInvitation(db: Db, actor: Actor, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [gone] = await tx
      .delete(invitations)
      .where(equals(invitations, { practiceId: actor.practiceId, id }))
      .returning({ email: invitations.email });
    if (!gone) throw notFound();
    await record(tx, { ...actor, action: "invitation.taken-back", subjectId: id, detail: { name: gone.email } });
    await announce(tx, actor.practiceId, { type: "members" });
  });
}

/**
 * Finds the invitation of a link.
 * @param token as it is in the link
 * @returns null when the invitation was accepted, revoked or replaced, or has expired
 */
export async function findInvitation(
  db: Db | Tx,
  token: string,
): Promise<{ practiceId: string; id: string; email: string; practiceName: string } | null> {
  const [row] = await db
    .select({
      practiceId: invitations.practiceId,
      id: invitations.id,
      email: invitations.email,
      practiceName: practices.name,
    })
    .from(invitations)
    .innerJoin(practices, eq(practices.id, invitations.practiceId))
    .where(and(eq(invitations.tokenHash, hash("sha256", token)), isOpen));
  return row ?? null;
}

/**
 * Creates a new link for each open invitation to the address, for the operator of an installation that sends no email.
 * @returns one token for each practice that invites; earlier links stop working
 */
export async function renewInvitationTokens(
  db: Db,
  email: string,
): Promise<{ token: string; practiceName: string; expiresAt: Date }[]> {
  return db.transaction(async (tx) => {
    const found = await tx
      .select({ invitation: invitations, practiceName: practices.name })
      .from(invitations)
      .innerJoin(practices, eq(practices.id, invitations.practiceId))
      .where(and(sameEmail(email), isOpen))
      .for("update", { of: invitations });
    const renewed = [];
    for (const { invitation, practiceName } of found) {
      const { token, tokenHash } = newToken();
      await tx.update(invitations).set({ tokenHash }).where(eq(invitations.tokenHash, invitation.tokenHash));
      renewed.push({ token, practiceName, expiresAt: invitation.expiresAt });
    }
    return renewed;
  });
}

/**
 * Checks that the plan has a seat: members and open invitations together never exceed its limit.
 * @param joining the address that gets the seat: its own invitation does not count
 * @throws AppError users-reached, subscription-needed
 */
export async function requireSeat(tx: Tx, practiceId: string, joining: string): Promise<void> {
  const plan = await planOf(tx, practiceId);
  const members = await tx.$count(users, eq(users.practiceId, practiceId));
  const others = await tx.$count(
    invitations,
    and(open(practiceId), ne(sql`lower(${invitations.email})`, joining.toLowerCase())),
  );
  if (members + others < plan.maxUsers) return;
  const seats = plan.maxUsers === 1 ? "one user" : `${plan.maxUsers} users`;
  throw new AppError(
    "users-reached",
    `${plan.name} is for ${seats}, including invitations. Upgrade the plan, or remove a member or an invitation first.`,
  );
}

/**
 * Checked before the lookup of the address, so that nobody can find out about many addresses which ones have an
 * account.
 */
const limitInvitations = (tx: Tx, practiceId: string) =>
  limitPerHour(tx, practiceId, ["invitation.sent", "invitation.sent-again"], { perHour: 40, what: "invitations" });

const sameEmail = (email: string) => eq(sql`lower(${invitations.email})`, email.toLowerCase());

async function refuseKnown(tx: Tx, practiceId: string, email: string): Promise<void> {
  const [known] = await tx
    .select({ practiceId: users.practiceId })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  if (!known) return;
  if (known.practiceId === practiceId) {
    throw new AppError("already-member", `${email} already belongs to a member of your practice.`);
  }
  throw new AppError("email-taken", `${email} has an account at another practice. Ask for another address.`);
}

async function sendInvitation(
  tx: Tx,
  services: Needs,
  { actor, row, token, action }: { actor: Actor; row: InvitationRow; token: string; action: AuditAction },
): Promise<Invitation> {
  const { practiceId } = actor;
  const [found] = await withInviter(tx).where(equals(invitations, { practiceId, id: row.id }));
  if (!found) throw notFound();
  const sent = toInvitation(found);
  await sendAccountEmail(tx, services, {
    practiceId,
    recipient: row.email,
    template: "invitation",
    facts: {
      link: accountLink(services.config, "invitation", token),
      practiceName: found.practiceName,
      invitedBy: sent.invitedBy,
    },
  });
  await record(tx, { ...actor, action, subjectId: row.id });
  await announce(tx, practiceId, { type: "members" });
  return sent;
}

const withInviter = (db: Db | Tx) =>
  db
    .select({
      invitation: invitations,
      firstName: users.firstName,
      lastName: users.lastName,
      practiceName: practices.name,
    })
    .from(invitations)
    .innerJoin(users, equals(users, { practiceId: invitations.practiceId, id: invitations.invitedById }))
    .innerJoin(practices, eq(practices.id, invitations.practiceId));

function toInvitation(row: { invitation: InvitationRow; firstName: string; lastName: string }): Invitation {
  const { id, email, createdAt, expiresAt } = row.invitation;
  return {
    id,
    email,
    invitedBy: `${row.firstName} ${row.lastName}`,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

const notFound = () => new AppError("invitation-not-found", "It may have been accepted already. Reload the list.");

function newToken(): { token: string; tokenHash: string } {
  const token = randomBytes(tokenBytes).toString("base64url");
  return { token, tokenHash: hash("sha256", token) };
}
