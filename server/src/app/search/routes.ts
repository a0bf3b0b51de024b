import { pageSearchQuery, pageSearchResult } from "@sheaf/contracts/page-search.ts";
import { searchQuery, searchResult } from "@sheaf/contracts/search.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { membersOnly, requireMember } from "../../domain/access/member.ts";
import { searchPages } from "../../domain/readings/index.ts";
import type { Services } from "../../platform/services.ts";
import { search } from "./service.ts";

const tags = ["search"];

/** Search over all customers, jobs and pages of the practice: /api/search. */
export const searchRoutes: FastifyPluginAsyncZod<Pick<Services, "config" | "db">> = async (app, { config, db }) => {
  app.addHook("preValidation", membersOnly);
  const few = { tags, querystring: searchQuery, response: { 200: searchResult } };
  app.get("/", { schema: few }, async (request) => search(db, requireMember(request).practiceId, request.query.q));

  const summary = "Search the pages that were read, newest first";
  const pages = { tags, summary, querystring: pageSearchQuery, response: { 200: pageSearchResult } };
  app.get("/pages", { schema: pages }, async (request) =>
    searchPages(db, requireMember(request).practiceId, request.query, config.timeZone),
  );
};
