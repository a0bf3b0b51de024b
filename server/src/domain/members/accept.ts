import type { AcceptInvitationInput } from "@sheaf/contracts/members.ts";
import { sql } from "drizzle-orm";
import type { Tx } from "../../platform/db/connect.ts";
import { equals } from "../../platform/db/equals.ts";
import { AppError } from "../../platform/errors.ts";
import { announce } from "../../platform/events/events.ts";
import type { Services } from "../../platform/services.ts";
import {
  accountOf,
  addUser,
  type ClientInfo,
  deviceCookie,
  getUser,
  hashPassword,
  isSuspended,
  type NewUser,
  passwordWeakness,
  requireAvailable,
  type SignedIn,
  startSession,
  suspendedError,
  takenError,
} from "../accounts/index.ts";
import { record } from "../audit/service.ts";
import { lockPractice } from "../practices/service.ts";
import { findInvitation, requireSeat } from "./invitations.ts";
import { invitations } from "./table.ts";

/**
 * Accepts an invitation: creates the member and signs them in. The link proves that the email address is theirs.
 * @throws AppError link-invalid, weak-password, username-taken, email-taken, users-reached, suspended
 */
export async function acceptInvitation(
  { config, db, key }: Pick<Services, "config" | "db" | "key">,
  input: AcceptInvitationInput,
  place: ClientInfo,
): Promise<SignedIn> {
  const invitation = await findInvitation(db, input.token);
  if (!invitation) throw invalid();
  const { email, practiceId } = invitation;
  const { username, firstName, lastName } = input;
  const weakness = passwordWeakness(input.password, { username, email, names: [firstName, lastName] });
  if (weakness) throw new AppError("weak-password", weakness);
  await requireAvailable(db, { username, email });

  const passwordHash = await hashPassword(input.password, config);
  try {
    const member = { practiceId, username, email, firstName, lastName, passwordHash, role: "member" as const };
    const { joined, token } = await db.transaction((tx) => join(tx, member, invitation.id, place));
    const device = await deviceCookie({ db, key }, accountOf(joined));
    return { user: await getUser(db, practiceId, joined.id), token, device };
  } catch (error) {
    throw takenError(error) ?? error;
  }
}

/** Uses the invitation up and adds the member. If the link is used several times at once, one request succeeds. */
async function join(tx: Tx, member: NewUser, invitationId: string, place: ClientInfo) {
  const { practiceId } = member;
  await lockPractice(tx, practiceId);
  const [used] = await tx
    .delete(invitations)
    .where(equals(invitations, { practiceId, id: invitationId }))
    .returning();
  if (!used) throw invalid();
  await requireSeat(tx, practiceId, used.email);
  const row = await addUser(tx, member, sql`now()`);
  const actor = { practiceId, userId: row.id, address: place.address };
  await record(tx, { ...actor, action: "member.joined", subjectId: row.id });
  await announce(tx, practiceId, { type: "members" });
  if (await isSuspended(tx, row.id)) throw suspendedError();
  return { joined: row, token: await startSession(tx, row, place) };
}

const invalid = () =>
  new AppError("link-invalid", "This invitation has been used, revoked or has expired. Ask for a new one.");
