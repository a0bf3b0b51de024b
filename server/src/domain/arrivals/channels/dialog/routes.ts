import multipart from "@fastify/multipart";
import { job, jobFields } from "@sheaf/contracts/jobs.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { AppError } from "../../../../platform/errors.ts";
import type { Services } from "../../../../platform/services.ts";
import { requireMember } from "../../../access/member.ts";
import { getJob } from "../../../job-views/service.ts";
import { receiveJob } from "./receive.ts";
import { receiveReplacement } from "./replace.ts";
import { openUpload } from "./upload-request.ts";

type Needs = Pick<Services, "config" | "db" | "log" | "queue" | "storage">;

const tags = ["jobs"];
const oneFile = z.object({ id: z.uuid(), fileId: z.uuid() });

/** Routes of the upload dialog, below /api/jobs. */
export const dialogRoutes: FastifyPluginAsyncZod<Needs> = async (app, services) => {
  const { db } = services;
  await app.register(multipart);
  // The schemas only describe the API: bodies are read and validated while they stream in.
  app.setValidatorCompiler(() => (value: unknown) => ({ value }));

  const upload = {
    tags,
    summary: "Upload files as one job",
    description: "Fields and files in any order. With an Idempotency-Key the request can be repeated safely.",
    consumes: ["multipart/form-data"],
    headers: z.object({ "idempotency-key": z.string().optional() }),
    body: jobFields.extend({ files: z.array(z.string().meta({ format: "binary" })) }),
    response: { 201: job },
  };
  app.post("/", { schema: upload }, async (request, reply) => {
    const member = requireMember(request);
    const jobId = await openUpload(request, reply, (opened) => receiveJob(services, member, opened));
    return getJob(db, member.practiceId, jobId);
  });

  const replace = {
    tags,
    summary: "Replace a file",
    params: oneFile,
    consumes: ["multipart/form-data"],
    body: z.object({ files: z.string().meta({ format: "binary" }) }),
    response: { 200: job },
  };
  app.put("/:id/files/:fileId", { schema: replace }, async (request, reply) => {
    const member = requireMember(request);
    const params = oneFile.safeParse(request.params);
    if (!params.success) throw new AppError("job-not-found", "This file does not exist. Reload the job.");
    const { practiceId } = member;
    const { id: jobId, fileId } = params.data;
    const ref = { practiceId, jobId, fileId };
    await openUpload(request, reply, (opened) => receiveReplacement(services, member, ref, opened));
    return getJob(db, practiceId, jobId);
  });
};
