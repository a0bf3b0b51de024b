import { searchQuery, searchResult } from "@sheaf/contracts/search.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { membersOnly, requireMember } from "../../domain/access/member.ts";
import type { Services } from "../../platform/services.ts";
import { search } from "./service.ts";

/** Search over all customers and jobs of the practice: /api/search. */
export const searchRoutes: FastifyPluginAsyncZod<Pick<Services, "db">> = async (app, { db }) => {
  app.addHook("preValidation", membersOnly);
  const schema = { tags: ["search"], querystring: searchQuery, response: { 200: searchResult } };
  app.get("/", { schema }, async (request) => search(db, requireMember(request).practiceId, request.query.q));
};
