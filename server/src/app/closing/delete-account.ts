import type { DeleteAccountInput } from "@sheaf/contracts/accounts.ts";
import { eq } from "drizzle-orm";
import type { Member } from "../../domain/access/member.ts";
import {
  type AccountServices,
  confirmPassword,
  findOwner,
  requirePasswordUnchanged,
  sendAccountDeletedEmails,
  sendPracticeDeletedEmails,
} from "../../domain/accounts/index.ts";
import { ofUser, users } from "../../domain/accounts/table.ts";
import { record } from "../../domain/audit/service.ts";
import { forgetMember } from "../../domain/members/service.ts";
import { lockPractice } from "../../domain/practices/service.ts";
import { practices } from "../../domain/practices/table.ts";
import type { Tx } from "../../platform/db/connect.ts";
import { AppError } from "../../platform/errors.ts";
import { closePractice } from "./close.ts";

/**
 * Deletes an account. When a member deletes theirs, the practice continues; when the owner does, the practice is
 * deleted with all its users and data.
 * @throws AppError wrong-password, too-many-attempts, name-not-confirmed
 */
export async function deleteAccount(
  services: AccountServices,
  member: Member,
  { currentPassword, practiceName }: DeleteAccountInput,
): Promise<void> {
  const { config, db, log, queue } = services;
  const { practiceId, userId, address } = member;
  const confirmed = await confirmPassword(db, config, member, currentPassword);
  await db.transaction(async (tx) => {
    await lockPractice(tx, practiceId);
    await requirePasswordUnchanged(tx, member, confirmed);
    // Read under the lock: the ownership may have been transferred a moment ago.
    const owner = await findOwner(tx, practiceId);
    if (!owner) throw new AppError("not-signed-in", "Your account no longer exists.");
    if (owner.id !== userId) {
      const [leaving] = await tx.select().from(users).where(ofUser(practiceId, userId));
      if (leaving) await sendAccountDeletedEmails(tx, services, leaving);
      await forgetMember(tx, { practiceId, userId: owner.id }, userId, "account-deleted");
      await record(tx, { practiceId, userId, address, action: "member.left", subjectId: userId });
      return;
    }
    await requireName(tx, practiceId, practiceName);
    await sendPracticeDeletedEmails(tx, services, practiceId);
    await closePractice(tx, queue, practiceId);
    log.info({ practiceId }, "A practice was deleted by its owner");
  });
}

async function requireName(tx: Tx, practiceId: string, typed: string | undefined): Promise<void> {
  const [practice] = await tx.select({ name: practices.name }).from(practices).where(eq(practices.id, practiceId));
  if (practice && typed?.toLowerCase() === practice.name.toLowerCase()) return;
  throw new AppError("name-not-confirmed", `Type the practice's name, ${practice?.name ?? ""}, to confirm.`);
}
