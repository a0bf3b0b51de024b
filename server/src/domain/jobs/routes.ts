import { job } from "@sheaf/contracts/jobs.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Services } from "../../platform/services.ts";
import { requireMember } from "../access/member.ts";
import type { CountDeliveries } from "./repairing/items.ts";
import { repairRoutes } from "./repairing/repair-routes.ts";
import { type GetJob, retryJob } from "./service.ts";

type Needs = Pick<Services, "db" | "key" | "log" | "queue" | "storage"> & {
  getJob: GetJob;
  countDeliveries: CountDeliveries;
};

const one = z.object({ id: z.uuid() });
const tags = ["jobs"];

/** Routes for repairing and retrying jobs, below /api/jobs. */
export const jobRoutes: FastifyPluginAsyncZod<Needs> = async (app, services) => {
  const { db, getJob } = services;
  await app.register(repairRoutes, { ...services, prefix: "" });

  app.post("/:id/retry", { schema: { tags, params: one, response: { 200: job } } }, async (request) => {
    const member = requireMember(request);
    await retryJob(services, member, request.params.id);
    return getJob(db, member.practiceId, request.params.id);
  });
};
