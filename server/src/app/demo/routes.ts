import { demoJobs } from "@sheaf/contracts/demo.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { Services } from "../../platform/services.ts";
import { getJobsProgress } from "./jobs/progress.ts";

/** Routes that only exist in a demonstration: below /api/demo. */
export const demoRoutes: FastifyPluginAsyncZod<Pick<Services, "config" | "db">> = async (app, { config, db }) => {
  const jobs = {
    tags: ["installation"],
    summary: "Get the progress of creating the demonstration’s jobs",
    response: { 200: demoJobs },
  };
  app.get("/jobs", { schema: jobs }, async () => getJobsProgress(db, config));
};
