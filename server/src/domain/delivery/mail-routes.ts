import { pageQuery } from "@sheaf/contracts/fields.ts";
import { mailSender, outboxMessage, testEmailInput, testEmailResult } from "@sheaf/contracts/mail.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Services } from "../../platform/services.ts";
import { membersOnly, requireMember } from "../access/member.ts";
import { getUser } from "../accounts/index.ts";
import { listOutbox } from "./outbox/outbox-list.ts";
import { sendTestEmail } from "./test-email.ts";

type Needs = Pick<Services, "config" | "db" | "mail">;

/** Routes for test emails and the outbox, below /api. */
export const mailRoutes: FastifyPluginAsyncZod<Needs> = async (app, services) => {
  const tags = ["mail"];
  // Before validation: a visitor gets 401 whatever else is wrong with the request.
  app.addHook("preValidation", membersOnly);

  const sender = { tags, summary: "Get the sender address and the mail transport", response: { 200: mailSender } };
  app.get("/test-email", { schema: sender }, async () => ({
    transport: services.mail.name,
    from: services.config.mailFrom.address,
  }));

  const test = {
    tags,
    summary: "Send a test email",
    body: testEmailInput,
    response: { 200: testEmailResult },
  };
  app.post("/test-email", { schema: test }, async (request) => {
    const member = requireMember(request);
    const { practice } = await getUser(services.db, member.practiceId, member.userId);
    return sendTestEmail(services, { ...member, practiceName: practice.name }, request.body.email);
  });

  const outbox = {
    tags,
    summary: "List the emails in the outbox, newest first",
    description: "X-Total-Count is the total number; Link contains the next page.",
    querystring: pageQuery,
    response: { 200: z.array(outboxMessage) },
  };
  app.get("/outbox", { schema: outbox }, async (request, reply) => {
    const { practiceId } = requireMember(request);
    const { messages, total, next } = await listOutbox(services.db, practiceId, request.query);
    reply.header("x-total-count", total);
    if (next) reply.header("link", `</api/outbox?limit=${request.query.limit}&cursor=${next}>; rel="next"`);
    return messages;
  });
};
