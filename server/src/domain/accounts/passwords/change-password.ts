import type { ChangePasswordInput } from "@sheaf/contracts/accounts.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Member } from "../../access/member.ts";
import { sendAccountEmail } from "../../account-emails/send.ts";
import { record } from "../../audit/service.ts";
import { forgetResets } from "../links.ts";
import type { AccountServices } from "../service.ts";
import { endSessionsOf } from "../sign-in/sessions.ts";
import { ofUser, users } from "../table.ts";
import { confirmPassword, requirePasswordUnchanged } from "./confirm-password.ts";
import { hashPassword } from "./password-hash.ts";
import { passwordWeakness } from "./password-rules.ts";

/**
 * The session that asks goes on, the others end. A change of the address that is not confirmed yet is taken back, and
 * links to choose a new password no longer work: either may have been asked for by whoever knew the old one.
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
    await forgetResets(tx, member);
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
