import { z } from "zod";

const instant = z.iso.datetime();

/** An event of SendGrid's Event Webhook, as far as Sheaf reads it. */
export const mailEvent = z.object({
  event: z.enum(["processed", "delivered", "deferred", "bounce"]),
  sg_event_id: z.string(),
  sg_message_id: z.string(),
  email: z.string(),
  /** In seconds since 1970. */
  timestamp: z.int(),
  /** As it was given with the message. */
  delivery: z.string().optional(),
  /** The inbox's words, of what was delivered or deferred. */
  response: z.string().optional(),
  /** The inbox's words, of what was bounced. */
  reason: z.string().optional(),
  type: z.literal("bounce").optional(),
});
export type MailEvent = z.infer<typeof mailEvent>;

/** A message that the demonstration's mail service was given, and what became of it. */
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
  /** "lost": the service answered as a gateway does that breaks down, and sent nothing on. */
  state: z.enum(["on-its-way", "put-off", "delivered", "bounced", "lost"]),
  nextTryAt: instant.nullable(),
  /** What the inbox said, oldest first. */
  answers: z.array(z.object({ at: instant, words: z.string() })),
  /** Events that Sheaf has not taken yet. */
  untold: z.array(mailEvent),
});
export type MailMessage = z.infer<typeof mailMessage>;
