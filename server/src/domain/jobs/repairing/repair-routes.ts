import { filePasswordInput } from "@sheaf/contracts/deliveries.ts";
import { chooseItemsInput, confirmEmailsInput, itemActionInput, itemChoice, job } from "@sheaf/contracts/jobs.ts";
import type { FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Services } from "../../../platform/services.ts";
import { type Member, requireMember } from "../../access/member.ts";
import type { GetJob } from "../service.ts";
import type { FileRef } from "../status.ts";
import { bringBack } from "./bring-back.ts";
import { chooseItems, readChoice } from "./choose-items.ts";
import { confirmEmails } from "./confirm-emails.ts";
import type { CountDeliveries } from "./items.ts";
import { leaveOut } from "./leave-out.ts";
import { givePassword } from "./repair.ts";

const oneJob = z.object({ id: z.uuid() });
const oneFile = oneJob.extend({ fileId: z.uuid() });

type Needs = Pick<Services, "db" | "key" | "log" | "queue" | "storage"> & {
  getJob: GetJob;
  countDeliveries: CountDeliveries;
};

/** Routes for what only a user can decide about a job and its files, below /api/jobs. */
export const repairRoutes: FastifyPluginAsyncZod<Needs> = async (app, services) => {
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

  const ofItem = { tags, params: oneFile, body: itemActionInput, response: { 200: job } };

  const without = { ...ofItem, summary: "Continue without a file" };
  app.post("/:id/files/:fileId/leave-out", { schema: without }, async (request) => {
    const { member, ref } = fileOf(request);
    await leaveOut(services, member, ref, request.body);
    return getJob(db, ref.practiceId, ref.jobId);
  });

  const back = { ...ofItem, summary: "Bring back a file inside a container that was set aside or left out" };
  app.post("/:id/files/:fileId/bring-back", { schema: back }, async (request) => {
    const { member, ref } = fileOf(request);
    await bringBack(services, member, ref, request.body);
    return getJob(db, ref.practiceId, ref.jobId);
  });

  const choice = {
    tags,
    summary: "What may be chosen from a container",
    params: oneFile,
    response: { 200: itemChoice },
  };
  app.get("/:id/files/:fileId/choice", { schema: choice }, async (request) => readChoice(db, fileOf(request).ref));

  const choose = { tags, summary: "Choose which files of a container are converted", params: oneFile };
  app.post(
    "/:id/files/:fileId/choose",
    { schema: { ...choose, body: chooseItemsInput, response: { 200: job } } },
    async (request) => {
      const { member, ref } = fileOf(request);
      await chooseItems(services, member, ref, request.body.itemIds);
      return getJob(db, ref.practiceId, ref.jobId);
    },
  );

  const confirm = { tags, summary: "Confirm the emails of a job, or send a single one", params: oneJob };
  app.post(
    "/:id/confirm-emails",
    { schema: { ...confirm, body: confirmEmailsInput, response: { 200: job } } },
    async (request) => {
      const member = requireMember(request);
      await confirmEmails(services, member, request.params.id, request.body);
      return getJob(db, member.practiceId, request.params.id);
    },
  );
};

function fileOf(request: FastifyRequest<{ Params: z.infer<typeof oneFile> }>): { member: Member; ref: FileRef } {
  const member = requireMember(request);
  const { id, fileId } = request.params;
  return { member, ref: { practiceId: member.practiceId, jobId: id, fileId } };
}
