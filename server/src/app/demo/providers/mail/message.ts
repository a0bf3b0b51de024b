import { z } from "zod";

const instant = z.iso.datetime();

/** The fields of an event of SendGrid's Event Webhook that Sheaf reads. */
export const mailEvent = z.object({
  event: z.enum(["processed", "delivered", "deferred", "bounce"]),
  sg_event_id: z.string(),
  sg_message_id: z.string(),
  email: z.string(),
  /** In seconds since 1970. */
  timestamp: z.int(),
  /** The value of `custom_args.delivery` in the send request. */
  delivery: z.string().optional(),
  /** The inbox's response, in "delivered" and "deferred" events. */
  response: z.string().optional(),
  /** The inbox's response, in "bounce" events. */
  reason: z.string().optional(),
  type: z.literal("bounce").optional(),
});
export type MailEvent = z.infer<typeof mailEvent>;

/** A message in the demonstration's mail service, and its state. */
export const mailMessage = z.object({
  id: z.string().regex(/^[\w-]+$/),
  at: instant,
  from: z.object({ name: z.string(), address: z.string() }),
  to: z.string(),
  replyTo: z.object({ name: z.string(), address: z.string() }).nullable(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  attachments: z.array(z.object({ name: z.string(), sizeBytes: z.int() })),
  deliveryId: z.string().nullable(),
  /** "lost": the service responded with 502, as a failing gateway does, and did not deliver the message. */
  state: z.enum(["on-its-way", "put-off", "delivered", "bounced", "lost"]),
  nextTryAt: instant.nullable(),
  /** The responses of the inbox, oldest first. */
  answers: z.array(z.object({ at: instant, words: z.string() })),
  /** Events that Sheaf has not accepted yet. */
  unreported: z.array(mailEvent),
});
export type MailMessage = z.infer<typeof mailMessage>;
