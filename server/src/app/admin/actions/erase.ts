import { findOwner, sendAccountDeletedEmails, sendPracticeDeletedEmails } from "../../../domain/accounts/index.ts";
import { record } from "../../../domain/audit/service.ts";
import { forgetMember } from "../../../domain/members/service.ts";
import { lockPractice } from "../../../domain/practices/service.ts";
import { AppError } from "../../../platform/errors.ts";
import { closePractice } from "../../closing/close.ts";
import { recordAdminAction } from "../admin-actions.ts";
import { findUser } from "../users/page.ts";
import type { AdminActionHandler } from "./action.ts";

/**
 * Deletes a user at their request. When a member is deleted, the practice continues; deleting the owner deletes the
 * whole practice with its users and data. This cannot be undone.
 * @throws AppError user-not-found, name-not-typed
 */
export const deleteUser: AdminActionHandler<{ username: string; reason: string }> = async (
  services,
  administrator,
  userId,
  { username, reason },
) => {
  await services.db.transaction(async (tx) => {
    await lockPractice(tx, (await findUser(tx, userId)).user.practiceId);
    const { user } = await findUser(tx, userId);
    if (username.trim().toLowerCase() !== user.username.toLowerCase()) {
      throw new AppError("name-not-typed", `Type the username, ${user.username}, to confirm.`);
    }
    const { practiceId, role } = user;
    if (role === "owner") {
      await sendPracticeDeletedEmails(tx, services, practiceId);
      await closePractice(tx, services.queue, practiceId);
      await recordAdminAction(tx, administrator, { action: "practice.deleted", practiceId, userId, reason });
    } else {
      await sendAccountDeletedEmails(tx, services, user);
      const owner = await findOwner(tx, practiceId);
      if (!owner) throw new Error("A practice has no owner");
      await forgetMember(tx, { practiceId, userId: owner.id }, userId, "account-deleted");
      await record(tx, { practiceId, userId: null, action: "operator.deleted", subjectId: userId });
      await recordAdminAction(tx, administrator, { action: "user.deleted", practiceId, userId, reason });
    }
  });
  services.log.info({ userId }, "An administrator deleted a user");
};
