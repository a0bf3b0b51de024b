import { z } from "zod";
import { personFields } from "../accounts.ts";
import { billing } from "../billing.ts";
import { id, instant, line, planSlug } from "../fields.ts";
import { jobStatuses } from "../jobs.ts";
import { member } from "../members.ts";
import { ledgerEntry } from "../payments.ts";
import { quotedRefund } from "../refunds.ts";
import { grantDays, reasonLength } from "./limits.ts";
import { practiceSubscription } from "./practices.ts";

export const userSearchQuery = z.object({ q: z.string().trim().max(200).default("") });

/**
 * GET /api/admin/users/search?q=: at most 50 users, best match first; none for a query shorter than `searchLength`
 * characters. Counts are those of the practice.
 */
export const foundUser = z
  .object({
    ...personFields,
    createdAt: instant,
    /** Left out when there is no active subscription; shown as "No plan". */
    subscription: z.object({ plan: z.object({ name: z.string() }) }).optional(),
    customerCount: z.int().nonnegative(),
    documentCount: z.int().nonnegative(),
    lastJobDate: instant.optional(),
  })
  .meta({ id: "AdminFoundUser" });
export type FoundUser = z.infer<typeof foundUser>;

const person = member.omit({ suspendedAt: true }).extend({
  emailVerified: z.boolean(),
  /** "operator": by an administrator. "plan": the practice has more users than its plan allows. */
  suspended: z.enum(["operator", "plan"]).nullable(),
});

/** A job without confidential data: no file name, no customer. */
const bareJob = z.object({
  id,
  createdAt: instant,
  completedAt: instant.nullable(),
  status: z.enum(jobStatuses),
  files: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  emails: z.int().nonnegative(),
  /** Why files failed, by code: "password", "timeout" … */
  refusals: z.array(z.string()),
});

const signInTry = z.object({
  at: instant,
  ok: z.boolean(),
  address: z.string().nullable(),
  device: z.string().nullable(),
});

/** GET /api/admin/users/:id */
export const userPage = z
  .object({
    user: person,
    practice: z.object({
      id,
      name: z.string(),
      createdAt: instant,
      customerCount: z.int().nonnegative(),
      documentCount: z.int().nonnegative(),
      storedBytes: z.int().nonnegative(),
      /** The whole practice is suspended: none of its members can sign in. */
      suspended: z.boolean(),
    }),
    members: z.array(person),
    subscription: practiceSubscription.nullable(),
    /** `billing`, `ledger` and `refunds` are null in an installation of kind "practice", which has no payments. */
    billing: billing.nullable(),
    ledger: z.array(ledgerEntry).nullable(),
    refunds: z.array(quotedRefund).nullable(),
    jobs: z.array(bareJob),
    signIns: z.array(signInTry),
    /** Sessions that are open now. */
    sessions: z.int().nonnegative(),
  })
  .meta({ id: "AdminUserPage" });
export type UserPage = z.infer<typeof userPage>;

/** Reason of an admin action, stored with it. */
const reason = z
  .string({ error: "Reason is required" })
  .trim()
  .min(reasonLength.min, "Enter a reason")
  .max(reasonLength.max, `Keep the reason under ${reasonLength.max + 1} characters`)
  .refine((text) => !text.includes("\0"), "Leave out control characters");

/**
 * POST /api/admin/users/:id/{end-sessions,resend-verification,send-reset-link,suspend,restore},
 * /api/admin/practices/:id/end-unlimited
 */
export const adminActionInput = z.object({ reason });
/** POST /api/admin/users/:id/delete: deleting the owner deletes the practice. */
export const deleteInput = z.object({ reason, username: z.string().min(1, "Type the username") });
/** POST /api/admin/practices/:id/payments: money that arrived by bank transfer. */
export const manualPaymentInput = z.object({
  reason,
  plan: planSlug,
  /** Amount received in whole pence; refused when it is not the price. */
  amountPence: z.int().nonnegative(),
  /** The reference on the bank statement; each reference can be recorded only once. */
  reference: line(140).min(1, "Reference is required"),
});
export type ManualPaymentInput = z.infer<typeof manualPaymentInput>;
/**
 * POST /api/admin/practices/:id/days: adds free days after the paid periods, or free days of `plan` from now when no
 * period is running.
 */
export const grantInput = z.object({
  reason,
  days: z.int().min(grantDays.min, "At least 1 day").max(grantDays.max, `At most ${grantDays.max} days`),
  plan: planSlug.optional(),
});
export type GrantInput = z.infer<typeof grantInput>;
/** POST /api/admin/refunds/:id/decide */
export const refundDecisionInput = z.object({
  /** Shown to the practice as the reply to its request. */
  reason,
  decision: z.enum(["money", "credit", "deny"]),
  /** Reference of the refund transfer on the bank statement; required to refund a bank transfer in money. */
  reference: line(140, "Keep the reference under 141 characters").optional(),
});
export type RefundDecisionInput = z.infer<typeof refundDecisionInput>;
