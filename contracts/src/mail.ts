import { z } from "zod";
import { email, id, instant } from "./fields.ts";
import { mailTransportNames } from "./mail-transports.ts";

/** GET /api/test-email: the sender and the transport, readable before a test email is sent. */
export const mailSender = z
  .object({ transport: z.enum(mailTransportNames), from: z.string() })
  .meta({ id: "MailSender" });
export type MailSender = z.infer<typeof mailSender>;

/** POST /api/test-email */
export const testEmailInput = z.object({
  email: z
    .string({ error: "Please enter an email address to test" })
    .trim()
    .min(1, "Please enter an email address to test")
    .pipe(email),
});

/** Result of a test email: `stored` in the outbox, or sent, with the server's response in `answer`. */
export const testEmailResult = z
  .object({ stored: z.boolean(), from: z.string(), answer: z.string().nullable() })
  .meta({ id: "TestEmailResult" });
export type TestEmailResult = z.infer<typeof testEmailResult>;

/** GET /api/outbox, newest first: emails of the practice that were stored instead of sent. */
export const outboxMessage = z
  .object({
    id,
    createdAt: instant,
    to: z.string(),
    from: z.string(),
    subject: z.string(),
    text: z.string(),
    attachments: z.array(z.object({ name: z.string(), sizeBytes: z.int() })),
  })
  .meta({ id: "OutboxMessage" });
export type OutboxMessage = z.infer<typeof outboxMessage>;
