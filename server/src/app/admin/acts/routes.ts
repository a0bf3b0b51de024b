import {
  actInput,
  deleteInput,
  grantInput,
  manualPaymentInput,
  refundDecisionInput,
} from "@sheaf/contracts/admin/users.ts";
import { id } from "@sheaf/contracts/fields.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { requireAdmin } from "../guard.ts";
import { type ActServices, endSessions, resendVerification, restore, sendResetLink, suspend } from "./access.ts";
import { deleteUser } from "./erase.ts";
import { decide, endUnlimited, grant, recordPayment, settleDifference } from "./money.ts";

const noContent = z.void().describe("Done; there is no body");
const one = { tags: ["admin"], params: z.object({ id }), response: { 204: noContent } };

/** What an administrator does to people and practices; each asks for a reason, which is kept: below /api/admin. */
export const adminActRoutes: FastifyPluginAsyncZod<ActServices> = async (app, services) => {
  const plainActs = {
    "end-sessions": endSessions,
    "resend-verification": resendVerification,
    "send-reset-link": sendResetLink,
    suspend,
    restore,
  };
  for (const [name, act] of Object.entries(plainActs)) {
    app.post(`/users/:id/${name}`, { schema: { ...one, body: actInput } }, async (request, reply) => {
      await act(services, requireAdmin(request), request.params.id, request.body.reason);
      return reply.code(204).send();
    });
  }

  app.post("/users/:id/delete", { schema: { ...one, body: deleteInput } }, async (request, reply) => {
    await deleteUser(services, requireAdmin(request), request.params.id, request.body);
    return reply.code(204).send();
  });
};

/** The same about money: below /api/admin. */
export const adminMoneyActRoutes: FastifyPluginAsyncZod<ActServices> = async (app, services) => {
  const { db } = services;

  app.post("/practices/:id/end-unlimited", { schema: { ...one, body: actInput } }, async (request, reply) => {
    await endUnlimited(db, requireAdmin(request), request.params.id, request.body.reason);
    return reply.code(204).send();
  });

  app.post("/practices/:id/payments", { schema: { ...one, body: manualPaymentInput } }, async (request, reply) => {
    await recordPayment(db, requireAdmin(request), request.params.id, request.body);
    return reply.code(204).send();
  });

  app.post("/practices/:id/days", { schema: { ...one, body: grantInput } }, async (request, reply) => {
    await grant(db, requireAdmin(request), request.params.id, request.body);
    return reply.code(204).send();
  });

  app.post("/differences/:id/close", { schema: { ...one, body: actInput } }, async (request, reply) => {
    await settleDifference(db, requireAdmin(request), request.params.id, request.body.reason);
    return reply.code(204).send();
  });

  app.post("/refunds/:id/decide", { schema: { ...one, body: refundDecisionInput } }, async (request, reply) => {
    await decide(services, requireAdmin(request), request.params.id, request.body);
    return reply.code(204).send();
  });
};
