import { deleteAccountInput } from "@sheaf/contracts/accounts.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { requireMember, requireOwner } from "../http/member.ts";
import { clearSessionCookie } from "../http/session-cookie.ts";
import { contentDisposition } from "../jobs/download.ts";
import type { Services } from "../services.ts";
import { deleteAccount } from "./leaving/delete-account.ts";
import { exportPractice } from "./leaving/export.ts";

/** Taking everything along, and leaving: below /api/account. Needs no subscription. */
export const accountEndRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const tags = ["accounts"];
  app.addHook("preValidation", async (request) => {
    requireMember(request);
  });

  const all = { tags, summary: "Everything of the practice in one zip, for its owner" };
  app.get("/export", { schema: all }, async (request, reply) => {
    const { name, body } = await exportPractice(services, requireOwner(request));
    body.once("error", (error) => request.log.error({ err: error, requestId: request.id }, "An export broke off"));
    return reply
      .type("application/zip")
      .header("content-disposition", contentDisposition("attachment", name))
      .send(body);
  });

  const end = { tags, body: deleteAccountInput, response: { 204: z.void().describe("Done; there is no body") } };
  app.post("/delete", { schema: end }, async (request, reply) => {
    await deleteAccount(services, requireMember(request), request.body);
    clearSessionCookie(reply, services.config);
    return reply.code(204).send();
  });
};
