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
    /** An additional copy to the customer's own address. */
    isCopy: z.boolean(),
    /** "part 2 of 3"; 1 of 1 when everything fits into one email. */
    part: z.int().positive(),
    parts: z.int().positive(),
    /**
     * The attached PDFs. When the inbox has a limit, they can be parts of the job's PDFs, or copies with smaller
     * pictures.
     */
    attachments: z.array(
      z.object({
        id,
        name: z.string(),
        pages: z.int(),
        sizeBytes: z.int(),
        /** How the PDF was changed for the email, one sentence; null when it is unchanged. */
        note: z.string().nullable(),
      }),
    ),
    state: z.enum(deliveryStates),
    createdAt: instant,
    /** The delivery can be cancelled until then. */
    sendAfter: instant.nullable(),
    /** Time of the next attempt after a temporary failure. */
    nextTryAt: instant.nullable(),
    tries: z.int().nonnegative(),
    sentAt: instant.nullable(),
    deliveredAt: instant.nullable(),
    /** The problem and the server's response, one sentence; null when there is no problem. */
    message: z.string().nullable(),
    /**
     * Not sent because the sender has not confirmed their own email address; sent automatically after they confirm it.
     */
    awaitsSender: z.boolean(),
    /** The member who started the delivery, by the upload or by sending it again; null when no longer known. */
    confirmedById: id.nullable(),
    /** The delivery that replaced this one, which is then only history. */
    replacedById: id.nullable(),
  })
  .meta({ id: "Delivery" });
export type Delivery = z.infer<typeof delivery>;

/** POST /api/jobs/{id}/deliveries/{deliveryId}/send-again: sends one more email, to another address if one is given. */
export const sendAgainInput = z.object({
  recipient: email.optional(),
  /** Also saves the corrected address in the customer. */
  correctCustomer: z.boolean().default(false),
});
export type SendAgainInput = z.infer<typeof sendAgainInput>;

/** POST /api/jobs/duplicates: which of these files were sent to this customer's inbox before. */
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

/** An address to which the practice sends nothing until a member releases it. */
export const suppression = z
  .object({ id, address: z.string(), reason: z.enum(["bounced", "complained"]), message: z.string(), since: instant })
  .meta({ id: "Suppression" });
export type Suppression = z.infer<typeof suppression>;

/** GET /api/jobs/{id}/timeline, oldest first. */
export const jobEvent = z
  .object({
    at: instant,
    /** Selects the icon: an action of a person, a success, something waiting, a failure. */
    kind: z.enum(["person", "good", "waiting", "bad"]),
    /** Null for events caused by Sheaf or a mail server. */
    who: z.string().nullable(),
    /** One sentence. */
    text: z.string(),
    /** The server's response verbatim; null when there is none. */
    words: z.string().nullable(),
  })
  .meta({ id: "JobEvent" });
export type JobEvent = z.infer<typeof jobEvent>;
