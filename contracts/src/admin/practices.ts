import { z } from "zod";
import { id, instant } from "../fields.ts";
import { listPage } from "../limits.ts";

/**
 * GET /api/admin/practices: newest first; `q` is looked for in the practice's name. `X-Total-Count` counts all that
 * match.
 */
export const practicesQuery = z.object({
  q: z.string().trim().max(200).default(""),
  limit: z.coerce.number().int().min(1).max(listPage.practices).default(listPage.practices),
  /** Id of the last practice already seen. */
  cursor: id.optional(),
});

export const practiceSubscription = z.object({
  planName: z.string(),
  status: z.enum(["active", "expired"]),
  currentPeriodEnd: instant,
  /**
   * Free, unlimited use that runs now, of what is or was the installation's own practice; its end is of no interest.
   */
  unlimited: z.boolean(),
});

export const listedPractice = z
  .object({
    id,
    name: z.string(),
    createdAt: instant,
    /** Leads to the page on which the practice is helped. */
    owner: z.object({ id, name: z.string(), email: z.string() }),
    /** Null: never had one. */
    subscription: practiceSubscription.nullable(),
    memberCount: z.int().nonnegative(),
    customerCount: z.int().nonnegative(),
    documentCount: z.int().nonnegative(),
    lastJobDate: instant.nullable(),
    suspended: z.boolean(),
  })
  .meta({ id: "AdminPractice" });
export type ListedPractice = z.infer<typeof listedPractice>;
