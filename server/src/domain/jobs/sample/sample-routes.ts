import { sampleJob } from "@sheaf/contracts/sample-job.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Services } from "../../../platform/services.ts";
import { membersOnly, requireMember } from "../../access/member.ts";
import { makeSampleJob } from "./make.ts";
import { removeSampleJob } from "./remove.ts";
import { getSampleJob } from "./state.ts";

/** Routes of the sample job, below /api/sample-job. Every practice can make it once, with or without a subscription. */
export const sampleRoutes: FastifyPluginAsyncZod<Pick<Services, "db" | "log" | "queue" | "storage">> = async (
  app,
  services,
) => {
  const { db } = services;
  const tags = ["sample"];
  app.addHook("preValidation", membersOnly);

  const state = { tags, summary: "Get the sample papers and the sample job", response: { 200: sampleJob } };
  app.get("/", { schema: state }, async (request) => getSampleJob(db, requireMember(request).practiceId));

  const make = {
    tags,
    summary: "Create the sample job",
    description: "The request has no files. 201 when the job was created, 200 when it already existed.",
    response: { 200: sampleJob, 201: sampleJob },
  };
  app.post("/", { schema: make }, async (request, reply) => {
    const member = requireMember(request);
    const made = await makeSampleJob(services, member);
    return reply.code(made ? 201 : 200).send(await getSampleJob(db, member.practiceId));
  });

  const remove = { tags, summary: "Delete the sample job and its files", response: { 204: z.void() } };
  app.delete("/", { schema: remove }, async (request) => removeSampleJob(services, requireMember(request)));
};
