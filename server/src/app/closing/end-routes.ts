import { accountExport, confirmedByPassword, deleteAccountInput } from "@sheaf/contracts/accounts.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { membersOnly, requireMember, requireOwner } from "../../domain/access/member.ts";
import { confirmPassword } from "../../domain/accounts/index.ts";
import { contentDisposition } from "../../platform/http/content-disposition.ts";
import { clearSessionCookie, forgetCache } from "../../platform/http/cookies.ts";
import { noContent } from "../../platform/http/no-content.ts";
import type { Services } from "../../platform/services.ts";
import { exportPractice } from "../export/export.ts";
import { makeExportTicket, requireExportTicket } from "../export/export-ticket.ts";
import { deleteAccount } from "./delete-account.ts";

/** Exporting all data and deleting the account: below /api/account. Needs no subscription. */
export const accountEndRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { config, db, key } = services;
  const tags = ["accounts"];
  app.addHook("preValidation", membersOnly);

  const begin = {
    tags,
    summary: "Confirm the password for the export of a practice",
    body: confirmedByPassword,
    response: { 200: accountExport },
  };
  app.post("/export", { schema: begin }, async (request) => {
    const member = requireOwner(request);
    await confirmPassword(db, config, member, request.body.currentPassword);
    return { downloadPath: `/api/account/export?ticket=${await makeExportTicket(db, key, member)}` };
  });

  const all = {
    tags,
    summary: "Download all data of the practice as a ZIP archive",
    querystring: z.object({ ticket: z.string().max(200).optional() }),
  };
  app.get("/export", { schema: all }, async (request, reply) => {
    const member = requireOwner(request);
    await requireExportTicket(db, key, member, request.query.ticket);
    const { name, body } = await exportPractice(services, member);
    body.once("error", (error) =>
      request.log.error({ err: error, requestId: request.id }, "An export was interrupted"),
    );
    return reply
      .type("application/zip")
      .header("content-disposition", contentDisposition("attachment", name))
      .send(body);
  });

  const end = { tags, body: deleteAccountInput, response: { 204: noContent } };
  app.post("/delete", { schema: end }, async (request, reply) => {
    await deleteAccount(services, requireMember(request), request.body);
    clearSessionCookie(reply, config);
    forgetCache(reply);
  });
};
