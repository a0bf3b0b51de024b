import { auditEntry } from "@sheaf/contracts/audit.ts";
import { pageQuery } from "@sheaf/contracts/fields.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { ownerOnly, requireOwner } from "../../domain/access/member.ts";
import type { Db } from "../../platform/db/connect.ts";
import { linkNext } from "../../platform/http/link-next.ts";
import { readAuditLog } from "./read.ts";

/** The audit log: below /api/audit-log, only for the owner. */
export const auditRoutes: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
  app.addHook("preValidation", ownerOnly);

  const schema = { tags: ["audit"], querystring: pageQuery, response: { 200: z.array(auditEntry) } };
  app.get("/", { schema }, async (request, reply) => {
    const { limit, cursor } = request.query;
    const entries = await readAuditLog(db, requireOwner(request).practiceId, { limit, cursor });
    linkNext(reply, "/api/audit-log", limit, entries);
    return entries;
  });
};
