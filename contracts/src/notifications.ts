import { z } from "zod";
import { givenInstant, id, instant } from "./fields.ts";

/** A job that has ended, or that needs somebody, as the bell tells it. */
export const notification = z
  .object({
    jobId: id,
    /**
     * When it ended, a file of it did so badly, or an email of it was heard to have come to grief: the last of these.
     */
    at: instant,
    /** "failed": its light is red. */
    kind: z.enum(["completed", "failed"]),
    customerName: z.string(),
    /** Without those that were left out. */
    files: z.int(),
    /** What happened, one or two sentences: "3 files became one PDF of 12 pages. Delivered to bakery@dext.cc." */
    says: z.string(),
    /** Every file and every email that needs a person, one sentence or two each; null when none does. */
    errorMessage: z.string().nullable(),
    /** Came after the user last opened the bell. */
    isNew: z.boolean(),
  })
  .meta({ id: "Notification" });
export type Notification = z.infer<typeof notification>;

/**
 * GET /api/notifications: the newest ones. `X-Unseen-Count` says how many of them need somebody and are new, shown or
 * not.
 */
export const notificationQuery = z.object({ limit: z.coerce.number().int().min(1).max(100).default(20) });

/** POST /api/notifications/seen: everything up to this moment has been looked at. */
export const notificationsSeen = z.object({ until: givenInstant });
