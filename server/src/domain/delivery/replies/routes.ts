import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { databaseNow } from "../../../platform/db/clock.ts";
import { AppError } from "../../../platform/errors.ts";
import { requirePostmark } from "../../../platform/mail/events/postmark-events.ts";
import { required } from "../../../platform/mail/events/provider-event.ts";
import { readMailgunInbound } from "../../../platform/mail/inbound/mailgun-inbound.ts";
import { readPostmarkInbound } from "../../../platform/mail/inbound/postmark-inbound.ts";
import type { Services } from "../../../platform/services.ts";
import { takeReply } from "./replies.ts";

const MB = 1_048_576;
/** Enough for an email of 35 MB with its attachments in base64. */
const maxPostmarkBytes = 50 * MB;
const maxFormBytes = 10 * MB;
/** Attachments are read and discarded; only a few of the fields are used. */
const formLimits = { files: 200, fileSize: 40 * MB, fields: 300, fieldSize: MB, parts: 500 };

type Needs = Pick<Services, "config" | "db" | "key" | "queue">;

/** Webhooks for replies to emails, called by the providers that receive them, below /api/webhooks. */
export async function inboundRoutes(app: FastifyInstance, services: Needs): Promise<void> {
  const { config } = services;
  await app.register(multipart, { throwFileSizeLimit: false });
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: maxFormBytes },
    async (_: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
  const schema = {
    tags: ["delivery"],
    summary: "Receive a reply to an email",
    // Mailgun and Postmark repeat the request after any other status, including 204.
    response: { 200: z.object({}).describe("Accepted; ignored when it is not a reply to an email of Sheaf") },
  };

  const fromPostmark = {
    schema,
    bodyLimit: maxPostmarkBytes,
    // Checks the password before such a large body is read.
    onRequest: async ({ headers }: FastifyRequest) =>
      requirePostmark(headers, required(config.mail.webhooks.postmarkAuth)),
  };
  app.post("/postmark/inbound", fromPostmark, async ({ body }) => {
    await takeReply(services, "postmark", required(config.mail.inboundDomain), readPostmarkInbound(body));
    return {};
  });

  app.post("/mailgun/inbound", { schema }, async (request) => {
    const key = required(config.mail.webhooks.mailgunKey);
    const domain = required(config.mail.inboundDomain);
    const { fields, attachments } = await readForm(request);
    const reply = readMailgunInbound(fields, attachments, { key, now: await databaseNow(services.db) });
    await takeReply(services, "mailgun", domain, reply);
    return {};
  });
}

interface Form {
  fields: Record<string, string>;
  /** Names of the attached files. */
  attachments: string[];
}

/** @throws AppError bad-request */
async function readForm(request: FastifyRequest): Promise<Form> {
  if (!request.isMultipart()) {
    const fields = z.record(z.string(), z.string()).safeParse(request.body);
    if (!fields.success) throw new AppError("bad-request", "The notification is not a form.");
    return { fields: fields.data, attachments: [] };
  }
  const form: Form = { fields: {}, attachments: [] };
  for await (const part of request.parts({ limits: formLimits })) {
    if (part.type === "field") form.fields[part.fieldname] = String(part.value);
    else {
      form.attachments.push(part.filename);
      part.file.resume();
    }
  }
  return form;
}
