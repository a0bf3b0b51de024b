import type { Tx } from "../../../../platform/db/connect.ts";
import type { MailTransport } from "../../../../platform/mail/transport.ts";
import { ofUser, users } from "../../../accounts/table.ts";

/*
 * Emails are sent only in the name of members who have confirmed their own address; otherwise anyone could write to
 * strangers in another person's name. Until then the emails have the state failed with `awaitsSender`, which workers
 * skip; the confirmation releases them (release.ts).
 */

/** The state of an email that waits for its sender to confirm their address. */
export const awaitingSender = {
  state: "failed",
  awaitsSender: true,
  message: "Confirm your email address to send.",
} as const;

/**
 * Returns whether emails confirmed by this user may be sent. Locks the user's row until the transaction ends, so that a
 * simultaneous confirmation of the address comes either before this query or after the writes that depend on it. Call
 * it before locking a job or an email: deleting an account and confirming an address lock in the same order.
 * @param userId null or the id of a user who has left the practice may send: such users were invited by a link sent to
 *   their address
 */
export async function maySend(
  tx: Tx,
  mail: Pick<MailTransport, "name">,
  { practiceId, userId }: { practiceId: string; userId: string | null },
): Promise<boolean> {
  // The outbox sends nothing, and without a mail server nobody could confirm an address by email.
  if (mail.name === "outbox" || userId === null) return true;
  const [sender] = await tx
    .select({ emailVerifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(ofUser(practiceId, userId))
    .for("share");
  return sender === undefined || sender.emailVerifiedAt !== null;
}
