import { defined } from "@sheaf/contracts/defined.ts";
import { confirmEmailAddress, linkInvalidError, takeLink, takenError } from "../../domain/accounts/index.ts";
import { record } from "../../domain/audit/service.ts";
import { releaseEmails } from "../../domain/delivery/index.ts";
import type { Tx } from "../../platform/db/connect.ts";
import type { Queue } from "../../platform/queue/queue.ts";
import type { Services } from "../../platform/services.ts";

/**
 * Confirms an email address by the token of the link sent to it. The address becomes the account's, and the user's
 * emails that waited for the confirmation are sent.
 * @throws AppError link-invalid, also when the address was changed again meanwhile; email-taken
 */
export async function verifyEmail(
  { db, queue }: Pick<Services, "db" | "queue">,
  token: string,
  place: { address: string },
): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      const { practiceId, userId, email } = await takeLink(tx, token, "verify");
      const confirmed = await confirmAddress(tx, { practiceId, userId, email, queue });
      if (!confirmed) throw linkInvalidError();
      await record(tx, { practiceId, userId, address: place.address, action: "account.email-verified" });
    });
  } catch (error) {
    throw takenError(error) ?? error;
  }
}

/**
 * Confirms an email address: it becomes the account's, and emails that waited for the confirmation are sent.
 * @param user.email the new address, or the current one that is not confirmed yet
 * @param user.queue left out when there is none, see `releaseEmails`
 * @returns false when the address was changed again meanwhile
 */
export async function confirmAddress(
  tx: Tx,
  { practiceId, userId, email, queue }: { practiceId: string; userId: string; email: string; queue?: Queue },
): Promise<boolean> {
  if (!(await confirmEmailAddress(tx, { practiceId, userId, email }))) return false;
  await releaseEmails(tx, defined({ practiceId, userId, queue }));
  return true;
}
