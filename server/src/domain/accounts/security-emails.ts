import { eq } from "drizzle-orm";
import type { Tx } from "../../platform/db/connect.ts";
import type { AccountEmail } from "../account-emails/account-emails.ts";
import { type AccountEmailServices, sendAccountEmail } from "../account-emails/send.ts";
import { practices } from "../practices/table.ts";
import { findOwner } from "./people.ts";
import { users } from "./table.ts";

type UserRow = typeof users.$inferSelect;
type MemberAct = Extract<AccountEmail, { template: "member-changed" }>["facts"]["act"];

/**
 * Sends a short email to the user whose account an action changes, once the transaction commits. The email belongs to
 * no practice, so it is sent even if account and practice are erased in the meantime.
 */
export async function sendSecurityEmail(
  tx: Tx,
  services: AccountEmailServices,
  person: { email: string },
  email: AccountEmail,
): Promise<void> {
  await sendAccountEmail(tx, services, { ...email, practiceId: null, recipient: person.email });
}

/** Informs the owner about a change to a member's account. Does nothing when the member is the owner. */
export async function notifyOwner(
  tx: Tx,
  services: AccountEmailServices,
  member: UserRow,
  act: MemberAct,
): Promise<void> {
  const owner = await findOwner(tx, member.practiceId);
  if (!owner || owner.id === member.id) return;
  const facts = { name: `${member.firstName} ${member.lastName}`, username: member.username, act };
  await sendSecurityEmail(tx, services, owner, { template: "member-changed", facts });
}

/** Informs a member and the owner that the member's account is about to be deleted. */
export async function sendAccountDeletedEmails(tx: Tx, services: AccountEmailServices, member: UserRow): Promise<void> {
  const facts = { username: member.username, practiceToo: false };
  await sendSecurityEmail(tx, services, member, { template: "deleted", facts });
  await notifyOwner(tx, services, member, "deleted");
}

/** Informs all users of a practice that it is about to be erased with their accounts. */
export async function sendPracticeDeletedEmails(
  tx: Tx,
  services: AccountEmailServices,
  practiceId: string,
): Promise<void> {
  const people = await tx
    .select({ person: users, practice: practices })
    .from(users)
    .innerJoin(practices, eq(practices.id, users.practiceId))
    .where(eq(users.practiceId, practiceId));
  for (const { person, practice } of people) {
    const { username, role } = person;
    const email: AccountEmail =
      role === "owner"
        ? { template: "deleted", facts: { username, practiceToo: true } }
        : { template: "practice-deleted", facts: { username, practiceName: practice.name } };
    await sendSecurityEmail(tx, services, person, email);
  }
}
