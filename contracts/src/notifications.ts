import { z } from "zod";
import { givenInstant, id, instant } from "./fields.ts";

/** A notification of the bell: a job that has ended or needs a user's action. */
export const notification = z
  .object({
    jobId: id,
    /**
     * Time of the latest of these events: the job ended, one of its files failed, or the failure of one of its emails
     * became known.
     */
    at: instant,
    /** "failed": the job's light is red. */
    kind: z.enum(["completed", "failed"]),
    customerName: z.string(),
    /** Number of files, without those that were left out. */
    files: z.int(),
    /** What happened, one or two sentences: "3 files became one PDF of 12 pages. Delivered to bakery@dext.cc." */
    says: z.string(),
    /** One or two sentences for each file and each email that needs a user's action; null when none does. */
    errorMessage: z.string().nullable(),
    /** Newer than the user's last visit to the bell. */
    isNew: z.boolean(),
  })
  .meta({ id: "Notification" });
export type Notification = z.infer<typeof notification>;

/**
 * GET /api/notifications: the newest ones. `X-Unseen-Count` is the number of new notifications that need a user's
 * action, including those not returned.
 */
export const notificationQuery = z.object({ limit: z.coerce.number().int().min(1).max(100).default(20) });

/** POST /api/notifications/seen: marks all notifications up to this time as seen. */
export const notificationsSeen = z.object({ until: givenInstant });
