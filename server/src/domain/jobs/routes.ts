import multipart from "@fastify/multipart";
import { job, jobFields } from "@sheaf/contracts/jobs.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Services } from "../../platform/services.ts";
import { requireMember } from "../access/member.ts";
import { mendRoutes } from "./mending/mend-routes.ts";
import { type ReceivingNeeds, receiveJob } from "./receiving/receive.ts";
import { openUpload } from "./receiving/upload-request.ts";
import { type GetJob, retryJob } from "./service.ts";

type Needs = ReceivingNeeds & Pick<Services, "key"> & { getJob: GetJob };

const one = z.object({ id: z.uuid() });
const tags = ["jobs"];

/** Uploading, mending and retrying jobs: below /api/jobs. */
export const jobRoutes: FastifyPluginAsyncZod<Needs> = async (app, services) => {
  const { db, getJob } = services;
  await app.register(multipart);
  await app.register(mendRoutes, { ...services, prefix: "" });

  const upload = {
    tags,
    summary: "Upload files as one job",
    description: "Fields and repeated files in any order. An Idempotency-Key makes it safe to send the same again.",
    consumes: ["multipart/form-data"],
    headers: z.object({ "idempotency-key": z.string().optional() }),
    body: jobFields.extend({ files: z.array(z.string().meta({ format: "binary" })) }),
    response: { 201: job },
  };
  // The schema is for the description only: the body is read and judged while it streams in.
  const unread = { schema: upload, validatorCompiler: () => (value: unknown) => ({ value }) };
  app.post("/", unread, async (request, reply) => {
    const member = requireMember(request);
    const jobId = await openUpload(request, reply, (opened) => receiveJob(services, member, opened));
    return reply.code(201).send(await getJob(db, member.practiceId, jobId));
  });

  app.post("/:id/retry", { schema: { tags, params: one, response: { 200: job } } }, async (request) => {
    const member = requireMember(request);
    await retryJob(services, member, request.params.id);
    return getJob(db, member.practiceId, request.params.id);
  });
};
