import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { databaseNow } from "../../../platform/db/clock.ts";
import { nothingHere } from "../../../platform/errors.ts";
import { readMailgun } from "../../../platform/mail/events/mailgun-events.ts";
import { readPostmark } from "../../../platform/mail/events/postmark-events.ts";
import { type Notice, type ProviderEvent, required } from "../../../platform/mail/events/provider-event.ts";
import { readSendgrid } from "../../../platform/mail/events/sendgrid-events.ts";
import { readSes } from "../../../platform/mail/events/ses-events.ts";
import { getFromAmazon } from "../../../platform/mail/events/sns.ts";
import type { MailConfig } from "../../../platform/mail/mail-variables.ts";
import type { Services } from "../../../platform/services.ts";
import { applyEvents } from "./events.ts";

type Reader = (notice: Notice, settings: MailConfig["webhooks"]) => ProviderEvent[] | Promise<ProviderEvent[]>;

const readers = {
  sendgrid: (notice, { sendgridKey }) => readSendgrid(notice, required(sendgridKey)),
  postmark: (notice, { postmarkAuth }) => readPostmark(notice, required(postmarkAuth)),
  ses: (notice, { sesTopicArn }) => readSes(notice, { topicArn: required(sesTopicArn), get: getFromAmazon }),
  mailgun: (notice, { mailgunKey }) => readMailgun(notice, required(mailgunKey)),
} satisfies Record<string, Reader>;

const isProvider = (name: string): name is keyof typeof readers => Object.hasOwn(readers, name);

const maxNoticeBytes = 2 * 1_048_576;

/** Webhooks for mail providers' events, below /api/webhooks. Signatures are verified over the raw body. */
export async function webhookRoutes(
  app: FastifyInstance,
  { config, db }: Pick<Services, "config" | "db">,
): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "*",
    { parseAs: "buffer", bodyLimit: maxNoticeBytes },
    async (_: unknown, body: Buffer) => body,
  );

  const about = {
    tags: ["delivery"],
    summary: "Receive a mail provider's notification of deliveries, bounces and complaints",
    params: z.object({ provider: z.string() }),
    // Mailgun and Postmark repeat a notice after any other status, including 204.
    response: { 200: z.object({}).describe("Accepted") },
  };
  app.post<{ Params: { provider: string } }>("/:provider", { schema: about }, async (request) => {
    const { provider } = request.params;
    if (!isProvider(provider)) throw nothingHere();
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const notice = { body, headers: request.headers, now: await databaseNow(db) };
    const reader: Reader = readers[provider];
    await applyEvents(db, provider, await reader(notice, config.mail.webhooks));
    return {};
  });
}
