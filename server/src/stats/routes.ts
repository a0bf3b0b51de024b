import { stats } from "@sheaf/contracts/stats.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { Db } from "../db/connect.ts";
import { requireMember } from "../http/member.ts";
import { getStats } from "./service.ts";

/** The dashboard's numbers: below /api. */
export const statsRoutes: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
  app.get("/stats", { schema: { tags: ["stats"], response: { 200: stats } } }, async (request) =>
    getStats(db, requireMember(request).practiceId),
  );
};
