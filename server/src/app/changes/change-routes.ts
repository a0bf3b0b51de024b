import { changes, changesQuery } from "@sheaf/contracts/changes.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { membersOnly, requireMember } from "../../domain/access/member.ts";
import type { Services } from "../../platform/services.ts";
import { readChanges } from "./read-changes.ts";

/** GET /api/changes: what a page reads after events, in one request. */
export const changeRoutes: FastifyPluginAsyncZod<Pick<Services, "config" | "db">> = async (app, services) => {
  // Before validation: a visitor gets 401 whatever else is wrong with the request.
  app.addHook("preValidation", membersOnly);

  const read = {
    tags: ["events"],
    summary: "Read changed jobs, and answers of other routes, as of one moment",
    querystring: changesQuery,
    response: { 200: changes },
  };
  app.get("/", { schema: read }, async (request) => readChanges(services, requireMember(request), request.query));
};
