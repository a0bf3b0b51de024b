import { z } from "zod";
import { id, instant } from "../fields.ts";
import { listPage } from "../limits.ts";

/**
 * GET /api/admin/practices: newest first; `q` is searched in the practice's name. `X-Total-Count` is the number of all
 * matches.
 */
export const practicesQuery = z.object({
  q: z.string().trim().max(200).default(""),
  limit: z.coerce.number().int().min(1).max(listPage.practices).default(listPage.practices),
  /** Id of the last practice of the previous page. */
  cursor: id.optional(),
});

export const practiceSubscription = z.object({
  planName: z.string(),
  status: z.enum(["active", "expired"]),
  currentPeriodEnd: instant,
  /** Unlimited free use, granted to a practice that is or was the installation's own; its end date is not shown. */
  unlimited: z.boolean(),
});

export const listedPractice = z
  .object({
    id,
    name: z.string(),
    createdAt: instant,
    /** Links to the user's page, where an administrator can help the practice. */
    owner: z.object({ id, name: z.string(), email: z.string() }),
    /** Null when the practice never had one. */
    subscription: practiceSubscription.nullable(),
    memberCount: z.int().nonnegative(),
    customerCount: z.int().nonnegative(),
    documentCount: z.int().nonnegative(),
    lastJobDate: instant.nullable(),
    suspended: z.boolean(),
  })
  .meta({ id: "AdminPractice" });
export type ListedPractice = z.infer<typeof listedPractice>;
