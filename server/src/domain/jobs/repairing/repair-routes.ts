import { filePasswordInput } from "@sheaf/contracts/deliveries.ts";
import { job } from "@sheaf/contracts/jobs.ts";
import type { FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Services } from "../../../platform/services.ts";
import { type Member, requireMember } from "../../access/member.ts";
import type { GetJob } from "../service.ts";
import type { FileRef } from "../status.ts";
import { givePassword, leaveOut } from "./repair.ts";

const oneFile = z.object({ id: z.uuid(), fileId: z.uuid() });

/** Routes for repairing a file that was refused or failed, below /api/jobs. */
export const repairRoutes: FastifyPluginAsyncZod<Pick<Services, "db" | "key" | "queue"> & { getJob: GetJob }> = async (
  app,
  services,
) => {
  const { db, getJob } = services;
  const tags = ["jobs"];

  const password = { tags, summary: "Convert a protected file with its password", params: oneFile };
  app.post(
    "/:id/files/:fileId/password",
    { schema: { ...password, body: filePasswordInput, response: { 200: job } } },
    async (request) => {
      const { member, ref } = fileOf(request);
      await givePassword(services, member, ref, request.body.password);
      return getJob(db, ref.practiceId, ref.jobId);
    },
  );

  const without = { tags, summary: "Continue without a file", params: oneFile, response: { 200: job } };
  app.post("/:id/files/:fileId/leave-out", { schema: without }, async (request) => {
    const { member, ref } = fileOf(request);
    await leaveOut(services, member, ref);
    return getJob(db, ref.practiceId, ref.jobId);
  });
};

function fileOf(request: FastifyRequest<{ Params: z.infer<typeof oneFile> }>): { member: Member; ref: FileRef } {
  const member = requireMember(request);
  const { id, fileId } = request.params;
  return { member, ref: { practiceId: member.practiceId, jobId: id, fileId } };
}
