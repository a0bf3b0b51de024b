import {
  actInput,
  deleteInput,
  grantInput,
  manualPaymentInput,
  refundDecisionInput,
} from "@sheaf/contracts/admin/users.ts";
import type { FastifyPluginAsync } from "fastify";
import { endSessions, resendVerification, restore, sendResetLink, suspend } from "./access.ts";
import { type ActServices, addAct } from "./act.ts";
import { deleteUser } from "./erase.ts";
import { decide, endUnlimited, grant, recordPayment, settleDifference } from "./money.ts";

/** Actions of administrators on users, below /api/admin. Each requires a reason, which is recorded. */
export const adminActRoutes: FastifyPluginAsync<ActServices> = async (app, services) => {
  addAct(app, services, "/users/:id/end-sessions", actInput, endSessions);
  addAct(app, services, "/users/:id/resend-verification", actInput, resendVerification);
  addAct(app, services, "/users/:id/send-reset-link", actInput, sendResetLink);
  addAct(app, services, "/users/:id/suspend", actInput, suspend);
  addAct(app, services, "/users/:id/restore", actInput, restore);
  addAct(app, services, "/users/:id/delete", deleteInput, deleteUser);
};

/**
 * Actions of administrators on payments and subscriptions, below /api/admin. Each requires a reason, which is recorded.
 */
export const adminMoneyActRoutes: FastifyPluginAsync<ActServices> = async (app, services) => {
  addAct(app, services, "/practices/:id/end-unlimited", actInput, endUnlimited);
  addAct(app, services, "/practices/:id/payments", manualPaymentInput, recordPayment);
  addAct(app, services, "/practices/:id/days", grantInput, grant);
  addAct(app, services, "/differences/:id/close", actInput, settleDifference);
  addAct(app, services, "/refunds/:id/decide", refundDecisionInput, decide);
};
