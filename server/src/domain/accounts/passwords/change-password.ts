import type { ChangePasswordInput } from "@sheaf/contracts/accounts.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Member } from "../../access/member.ts";
import { sendAccountEmail } from "../../account-emails/send.ts";
import { record } from "../../audit/service.ts";
import { revokeResetLinks } from "../links.ts";
import type { AccountServices } from "../service.ts";
import { endSessionsOf } from "../sign-in/sessions.ts";
import { ofUser, users } from "../table.ts";
import { confirmPassword, requirePasswordUnchanged } from "./confirm-password.ts";
import { hashPassword } from "./password-hash.ts";
import { passwordWeakness } from "./password-rules.ts";

/**
 * Changes the password. The current session continues, all others end. A pending change of the email address and any
 * links to choose a new password are cancelled: somebody who knew the old password may have requested them.
 * @throws AppError wrong-password, too-many-attempts, weak-password
 */
export async function changePassword(
  services: AccountServices,
  member: Member,
  input: ChangePasswordInput,
): Promise<void> {
  const { db, config } = services;
  const { practiceId, userId, username, email } = member;
  const confirmed = await confirmPassword(db, config, member, input.currentPassword);
  const weakness = passwordWeakness(input.password, { username, email, names: member.fullName.split(" ") });
  if (weakness) throw new AppError("weak-password", weakness);

  const passwordHash = await hashPassword(input.password, config);
  await db.transaction(async (tx) => {
    await requirePasswordUnchanged(tx, member, confirmed);
    await tx.update(users).set({ passwordHash, pendingEmail: null }).where(ofUser(practiceId, userId));
    await revokeResetLinks(tx, member);
    await endSessionsOf(tx, member, "password-changed", { keep: member.sessionId });
    await record(tx, { ...member, action: "account.password-changed" });
    await sendAccountEmail(tx, services, {
      practiceId,
      recipient: email,
      template: "password-changed",
      facts: { username },
    });
  });
}
