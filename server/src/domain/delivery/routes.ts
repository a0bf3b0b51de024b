import { duplicate, duplicatesInput, sendAgainInput, suppression } from "@sheaf/contracts/deliveries.ts";
import { job } from "@sheaf/contracts/jobs.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { noContent } from "../../platform/http/no-content.ts";
import type { Services } from "../../platform/services.ts";
import { type Member, membersOnly, requireMember } from "../access/member.ts";
import type { GetJob } from "../jobs/index.ts";
import type { DestinationNeeds } from "./destinations/destination.ts";
import { listSuppressions, releaseById } from "./events/suppressions.ts";
import { confirmArrival } from "./sending/arrived.ts";
import { findDuplicates } from "./sending/duplicates.ts";
import { sendAgain } from "./sending/send-again.ts";
import { undoEmails } from "./sending/undo.ts";
import { stopEmail, tryNow } from "./sending/waiting.ts";
import type { DeliveryRef } from "./service.ts";

const oneJob = z.object({ id: z.uuid() });
const oneEmail = oneJob.extend({ deliveryId: z.uuid() });

/** Routes for the emails of jobs and for suppressed addresses, below /api. */
export const deliveryRoutes: FastifyPluginAsyncZod<
  DestinationNeeds & Pick<Services, "db" | "queue"> & { getJob: GetJob }
> = async (app, services) => {
  const { db, getJob } = services;
  const tags = ["delivery"];
  app.addHook("preValidation", membersOnly);

  const undo = {
    tags,
    summary: "Cancel the emails of a job that are still waiting",
    params: oneJob,
    response: { 200: job },
  };
  app.post("/jobs/:id/undo", { schema: undo }, async (request) => {
    const member = requireMember(request);
    await undoEmails(db, member, request.params.id);
    return getJob(db, member.practiceId, request.params.id);
  });

  const again = {
    tags,
    summary: "Send an email again, optionally to another address",
    params: oneEmail,
    body: sendAgainInput,
    response: { 200: job },
  };
  app.post("/jobs/:id/deliveries/:deliveryId/send-again", { schema: again }, async (request) => {
    const member = requireMember(request);
    const { practiceId } = member;
    const { id, deliveryId } = request.params;
    await sendAgain(services, member, { practiceId, jobId: id, deliveryId }, request.body);
    return getJob(db, practiceId, id);
  });

  /** Adds a route for an action on one email; it returns the email's job. */
  const addAction = (name: string, summary: string, run: (member: Member, ref: DeliveryRef) => Promise<void>) => {
    const schema = { tags, summary, params: oneEmail, response: { 200: job } };
    app.post(`/jobs/:id/deliveries/:deliveryId/${name}`, { schema }, async (request) => {
      const member = requireMember(request);
      const { practiceId } = member;
      const { id, deliveryId } = request.params;
      await run(member, { practiceId, jobId: id, deliveryId });
      return getJob(db, practiceId, id);
    });
  };
  addAction("arrived", "Confirm that an unconfirmed email has arrived", (member, ref) =>
    confirmArrival(db, member, ref),
  );
  addAction("try-now", "Retry a postponed email now", (member, ref) => tryNow(services, member, ref));
  addAction("stop", "Cancel an email that is still waiting", (member, ref) => stopEmail(services, member, ref));

  const known = { tags, summary: "List the files that were sent to the customer's inbox before" };
  app.post(
    "/jobs/duplicates",
    { schema: { ...known, body: duplicatesInput, response: { 200: z.array(duplicate) } } },
    async (request) => findDuplicates(db, requireMember(request).practiceId, request.body),
  );

  app.get("/suppressions", { schema: { tags, response: { 200: z.array(suppression) } } }, async (request) =>
    listSuppressions(db, requireMember(request).practiceId),
  );

  app.delete("/suppressions/:id", { schema: { tags, params: oneJob, response: { 204: noContent } } }, async (request) =>
    releaseById(db, requireMember(request), request.params.id),
  );
};
