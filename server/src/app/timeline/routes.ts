import { jobEvent } from "@sheaf/contracts/deliveries.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { membersOnly, requireMember } from "../../domain/access/member.ts";
import type { Db } from "../../platform/db/connect.ts";
import { timelineOf } from "./timeline.ts";

/** The timeline of a job: below /api/jobs. */
export const timelineRoutes: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
  // Checked before validation, so that visitors always get the same error.
  app.addHook("preValidation", membersOnly);

  const timeline = {
    tags: ["delivery"],
    summary: "List the history of a job, oldest first",
    params: z.object({ id: z.uuid() }),
    response: { 200: z.array(jobEvent) },
  };
  app.get("/:id/timeline", { schema: timeline }, async (request) =>
    timelineOf(db, requireMember(request).practiceId, request.params.id),
  );
};
