import type { Tx } from "../../../../platform/db/connect.ts";
import type { MailTransport } from "../../../../platform/mail/transport.ts";
import { ofUser, users } from "../../../accounts/table.ts";

/*
 * Emails go out in the name of a member whose own address is known to be theirs, or anybody could write to strangers in
 * anybody's name. Until then they wait as failed with `awaitsSender`, which no worker touches; the confirmation
 * releases them (release.ts).
 */

/** The state of an email that waits for its sender. */
export const awaitingSender = {
  state: "failed",
  awaitsSender: true,
  message: "Confirm your email address to send.",
} as const;

/**
 * Whether emails confirmed by this person may leave. Their row is held until the transaction ends, so that a
 * confirmation at the same moment comes either before this answer or after what is written because of it. To be called
 * before a job or an email is locked: whoever deletes an account, or confirms an address, locks them in that order,
 * too.
 * @param userId null, or of somebody who has left the practice: they were let in by a link sent to their address
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
