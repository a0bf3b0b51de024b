import {
  adminActionInput,
  deleteInput,
  grantInput,
  manualPaymentInput,
  refundDecisionInput,
} from "@sheaf/contracts/admin/users.ts";
import type { FastifyPluginAsync } from "fastify";
import { endSessions, resendVerification, restore, sendResetLink, suspend } from "./access.ts";
import { type ActionServices, addAdminAction } from "./action.ts";
import { deleteUser } from "./erase.ts";
import { decide, endUnlimited, grant, recordPayment, settleDifference } from "./money.ts";

/** Actions of administrators on users, below /api/admin. Each requires a reason, which is recorded. */
export const adminActionRoutes: FastifyPluginAsync<ActionServices> = async (app, services) => {
  addAdminAction(app, services, "/users/:id/end-sessions", adminActionInput, endSessions);
  addAdminAction(app, services, "/users/:id/resend-verification", adminActionInput, resendVerification);
  addAdminAction(app, services, "/users/:id/send-reset-link", adminActionInput, sendResetLink);
  addAdminAction(app, services, "/users/:id/suspend", adminActionInput, suspend);
  addAdminAction(app, services, "/users/:id/restore", adminActionInput, restore);
  addAdminAction(app, services, "/users/:id/delete", deleteInput, deleteUser);
};

/**
 * Actions of administrators on payments and subscriptions, below /api/admin. Each requires a reason, which is recorded.
 */
export const adminMoneyActionRoutes: FastifyPluginAsync<ActionServices> = async (app, services) => {
  addAdminAction(app, services, "/practices/:id/end-unlimited", adminActionInput, endUnlimited);
  addAdminAction(app, services, "/practices/:id/payments", manualPaymentInput, recordPayment);
  addAdminAction(app, services, "/practices/:id/days", grantInput, grant);
  addAdminAction(app, services, "/differences/:id/close", adminActionInput, settleDifference);
  addAdminAction(app, services, "/refunds/:id/decide", refundDecisionInput, decide);
};
