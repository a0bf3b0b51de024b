import { stats } from "@sheaf/contracts/stats.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { requireMember } from "../../domain/access/member.ts";
import type { Db } from "../../platform/db/connect.ts";
import { getStats } from "./service.ts";

/** The figures of the dashboard: below /api. */
export const statsRoutes: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
  app.get("/stats", { schema: { tags: ["stats"], response: { 200: stats } } }, async (request) =>
    getStats(db, requireMember(request).practiceId),
  );
};
