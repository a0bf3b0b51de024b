import { listedPractice, practicesQuery } from "@sheaf/contracts/admin/practices.ts";
import { foundUser, userPage, userSearchQuery } from "@sheaf/contracts/admin/users.ts";
import { id } from "@sheaf/contracts/fields.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Db } from "../../../platform/db/connect.ts";
import type { Services } from "../../../platform/services.ts";
import { getUserPage } from "./page.ts";
import { listPractices } from "./practices.ts";
import { searchUsers } from "./search.ts";

const tags = ["admin"];

/** The list of all practices: below /api/admin/practices. */
export const adminPracticeRoutes: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
  const list = {
    tags,
    summary: "List all practices, newest first",
    querystring: practicesQuery,
    response: { 200: z.array(listedPractice) },
  };
  app.get("/", { schema: list }, async (request, reply) => {
    const { practices, total } = await listPractices(db, request.query);
    reply.header("x-total-count", total);
    return practices;
  });
};

/** Search for users, and the page of one user: below /api/admin/users. */
export const adminUserRoutes: FastifyPluginAsyncZod<Pick<Services, "config" | "db">> = async (app, { config, db }) => {
  const search = {
    tags,
    summary: "Search users by name, email or username",
    querystring: userSearchQuery,
    response: { 200: z.array(foundUser) },
  };
  app.get("/search", { schema: search }, async (request) => searchUsers(db, request.query.q));

  const one = { tags, params: z.object({ id }), response: { 200: userPage } };
  app.get("/:id", { schema: one }, async (request) => getUserPage(db, config, request.params.id));
};
