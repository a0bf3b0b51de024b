import { z } from "zod";
import { deliveryStates } from "./delivery-states.ts";
import { destinationKindNames } from "./destination-kinds.ts";
import { email, id, instant, oneLine } from "./fields.ts";

export const delivery = z
  .object({
    id,
    destination: z.enum(destinationKindNames),
    recipient: z.string(),
    subject: z.string(),
    /** Goes to the customer's own address beside the accounting inbox. */
    isCopy: z.boolean(),
    /** "part 2 of 3": 1 of 1 when everything fits into one email. */
    part: z.int().positive(),
    parts: z.int().positive(),
    /**
     * The PDFs it carries. Where a limit asks for it, they are parts of the job's own, or the same with smaller
     * pictures.
     */
    attachments: z.array(
      z.object({
        id,
        name: z.string(),
        pages: z.int(),
        sizeBytes: z.int(),
        /** What was done to it for the email, one sentence; null when nothing. */
        note: z.string().nullable(),
      }),
    ),
    state: z.enum(deliveryStates),
    createdAt: instant,
    /** Until then it can be undone. */
    sendAfter: instant.nullable(),
    /** When it is tried again after a temporary failure. */
    nextTryAt: instant.nullable(),
    tries: z.int().nonnegative(),
    sentAt: instant.nullable(),
    deliveredAt: instant.nullable(),
    /** What is wrong and what the server said, one sentence; null when nothing is. */
    message: z.string().nullable(),
    /** Not sent because the sender has not confirmed their own email address; goes out by itself once they have. */
    awaitsSender: z.boolean(),
    /** The member who confirmed that it is sent; null when that is no longer known. */
    confirmedById: id.nullable(),
    /** The email that was sent in its place: then this one is history. */
    replacedById: id.nullable(),
  })
  .meta({ id: "Delivery" });
export type Delivery = z.infer<typeof delivery>;

/** POST /api/jobs/{id}/deliveries/{deliveryId}/send-again: one more email, to another address if one is given. */
export const sendAgainInput = z.object({
  recipient: email.optional(),
  /** Writes the corrected address into the customer, too. */
  correctCustomer: z.boolean().default(false),
});
export type SendAgainInput = z.infer<typeof sendAgainInput>;

/** POST /api/jobs/duplicates: which of these files have gone to this customer's inbox before. */
export const duplicatesInput = z.object({
  customerId: id,
  sha256: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(25),
});
export const duplicate = z
  .object({
    sha256: z.string(),
    jobId: id,
    originalName: z.string(),
    recipient: z.string(),
    sentAt: instant,
  })
  .meta({ id: "Duplicate" });
export type Duplicate = z.infer<typeof duplicate>;

/** POST /api/jobs/{id}/files/{fileId}/password */
export const filePasswordInput = z.object({
  password: z
    .string({ error: "Enter the password" })
    .min(1, "Enter the password")
    .max(500, "Keep the password under 501 characters")
    .regex(...oneLine),
});

/** An address of the practice to which nothing is sent any more, until somebody releases it. */
export const suppression = z
  .object({ id, address: z.string(), reason: z.enum(["bounced", "complained"]), message: z.string(), since: instant })
  .meta({ id: "Suppression" });
export type Suppression = z.infer<typeof suppression>;

/** GET /api/jobs/{id}/timeline, oldest first. */
export const jobEvent = z
  .object({
    at: instant,
    /** How it is drawn: what people did, what went well, what waits, what failed. */
    kind: z.enum(["person", "good", "waiting", "bad"]),
    /** Null for what Sheaf or a mail server did. */
    who: z.string().nullable(),
    /** One sentence. */
    text: z.string(),
    /** The server's own words, when there are any. */
    words: z.string().nullable(),
  })
  .meta({ id: "JobEvent" });
export type JobEvent = z.infer<typeof jobEvent>;
