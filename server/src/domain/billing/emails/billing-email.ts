import { z } from "zod";

/** Emails about money: the template and its ids and amounts. All other data is looked up when the email is sent. */
export const billingEmail = z.discriminatedUnion("template", [
  z.object({ template: z.literal("receipt"), facts: z.object({ paymentId: z.uuid() }) }),
  z.object({ template: z.literal("refund-requested"), facts: z.object({ requestId: z.uuid() }) }),
  z.object({
    template: z.literal("refund-decided"),
    /** The money or credit granted, in whole pence. */
    facts: z.object({ requestId: z.uuid(), grantedPence: z.int().nonnegative() }),
  }),
  z.object({ template: z.literal("reminder"), facts: z.object({ endsAt: z.iso.datetime() }) }),
]);
export type BillingEmail = z.infer<typeof billingEmail>;
