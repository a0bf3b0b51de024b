import { filePasswordInput } from "@sheaf/contracts/deliveries.ts";
import { job } from "@sheaf/contracts/jobs.ts";
import type { FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { AppError } from "../../../platform/errors.ts";
import type { Services } from "../../../platform/services.ts";
import { type Member, requireMember } from "../../access/member.ts";
import { openUpload } from "../receiving/upload-request.ts";
import type { GetJob } from "../service.ts";
import type { FileRef } from "../status.ts";
import { givePassword, leaveOut, replaceFile } from "./mend.ts";

const oneFile = z.object({ id: z.uuid(), fileId: z.uuid() });

/** Mending a file that was refused or failed: below /api/jobs, where multipart is registered. */
export const mendRoutes: FastifyPluginAsyncZod<
  Pick<Services, "db" | "key" | "log" | "queue" | "storage"> & { getJob: GetJob }
> = async (app, services) => {
  const { db, getJob } = services;
  const tags = ["jobs"];

  const password = { tags, summary: "Try a protected file with its password", params: oneFile };
  app.post(
    "/:id/files/:fileId/password",
    { schema: { ...password, body: filePasswordInput, response: { 200: job } } },
    async (request) => {
      const { member, ref } = fileOf(request);
      await givePassword(services, member, ref, request.body.password);
      return getJob(db, ref.practiceId, ref.jobId);
    },
  );

  const replace = {
    ...{ tags, summary: "Put another file in its place", params: oneFile, consumes: ["multipart/form-data"] },
    body: z.object({ files: z.string().meta({ format: "binary" }) }),
    response: { 200: job },
  };
  // The schema is for the description only: the body is read and judged while it streams in.
  const unread = { schema: replace, validatorCompiler: () => (value: unknown) => ({ value }) };
  app.put("/:id/files/:fileId", unread, async (request, reply) => {
    const { member, ref } = fileOf(request);
    await openUpload(request, reply, (upload) => replaceFile(services, member, ref, upload));
    return getJob(db, ref.practiceId, ref.jobId);
  });

  const without = { tags, summary: "Go on without this file", params: oneFile, response: { 200: job } };
  app.post("/:id/files/:fileId/leave-out", { schema: without }, async (request) => {
    const { member, ref } = fileOf(request);
    await leaveOut(services, member, ref);
    return getJob(db, ref.practiceId, ref.jobId);
  });
};

/** @throws AppError not-signed-in, job-not-found for what is no identifier */
function fileOf(request: FastifyRequest): { member: Member; ref: FileRef } {
  const member = requireMember(request);
  const parsed = oneFile.safeParse(request.params);
  if (!parsed.success) throw new AppError("job-not-found", "This file does not exist. Reload the job.");
  const { id, fileId } = parsed.data;
  return { member, ref: { practiceId: member.practiceId, jobId: id, fileId } };
}
