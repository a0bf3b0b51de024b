import { z } from "zod";
import { givenInstant, id, instant } from "./fields.ts";

/** One finished or failed job, as the bell tells it. */
export const notification = z
  .object({
    jobId: id,
    /** When it ended, or when an email of it was heard to have come to grief. */
    at: instant,
    /** "failed": its light is red. */
    kind: z.enum(["completed", "failed"]),
    customerName: z.string(),
    files: z.int(),
    /** Every file and every email that needs a person, one sentence or two each; null when none does. */
    errorMessage: z.string().nullable(),
    /** Came after the user last opened the bell. */
    isNew: z.boolean(),
  })
  .meta({ id: "Notification" });
export type Notification = z.infer<typeof notification>;

/** GET /api/notifications: the newest ones. `X-Unseen-Count` says how many are new, shown or not. */
export const notificationQuery = z.object({ limit: z.coerce.number().int().min(1).max(100).default(20) });

/** POST /api/notifications/seen: everything up to this moment has been looked at. */
export const notificationsSeen = z.object({ until: givenInstant });
