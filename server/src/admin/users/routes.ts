import { foundUser, userPage, userSearchQuery } from "@sheaf/contracts/admin/users.ts";
import { id } from "@sheaf/contracts/fields.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Db } from "../../db/connect.ts";
import { getUserPage } from "./page.ts";
import { searchUsers } from "./search.ts";

const tags = ["admin"];

/** Finding people and what an operator may know of them: below /api/admin/users. */
export const adminUserRoutes: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
  const search = {
    tags,
    summary: "Users by name, email or username",
    querystring: userSearchQuery,
    response: { 200: z.array(foundUser) },
  };
  app.get("/search", { schema: search }, async (request) => searchUsers(db, request.query.q));

  const one = { tags, params: z.object({ id }), response: { 200: userPage } };
  app.get("/:id", { schema: one }, async (request) => getUserPage(db, request.params.id));
};
