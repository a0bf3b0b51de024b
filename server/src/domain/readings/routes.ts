import { turnPagesInput } from "@sheaf/contracts/file-reading.ts";
import { job } from "@sheaf/contracts/jobs.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { requireMember } from "../access/member.ts";
import type { GetJob } from "../jobs/index.ts";
import { turnProposed } from "./turn-pages.ts";

type Needs = Parameters<typeof turnProposed>[0] & { getJob: GetJob };

/** Routes for what was read on the pages of a job, below /api/jobs. */
export const readingRoutes: FastifyPluginAsyncZod<Needs> = async (app, services) => {
  const turn = {
    tags: ["jobs"],
    summary: "Turn pages as proposed and make the PDFs again",
    params: z.object({ id: z.uuid() }),
    body: turnPagesInput,
    response: { 200: job },
  };
  app.post("/:id/turn-pages", { schema: turn }, async (request) => {
    const member = requireMember(request);
    await turnProposed(services, member, request.params.id, request.body);
    return services.getJob(services.db, member.practiceId, request.params.id);
  });
};
