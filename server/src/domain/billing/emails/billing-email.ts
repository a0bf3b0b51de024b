import { z } from "zod";

/** Every email about money, with what it is written from: ids and amounts; the rest is looked up when it goes. */
export const billingEmail = z.discriminatedUnion("template", [
  z.object({ template: z.literal("receipt"), facts: z.object({ paymentId: z.uuid() }) }),
  z.object({ template: z.literal("refund-requested"), facts: z.object({ requestId: z.uuid() }) }),
  z.object({
    template: z.literal("refund-decided"),
    /** Whole pence of the money or the credit that was granted. */
    facts: z.object({ requestId: z.uuid(), grantedPence: z.int().nonnegative() }),
  }),
  z.object({ template: z.literal("reminder"), facts: z.object({ endsAt: z.iso.datetime() }) }),
]);
export type BillingEmail = z.infer<typeof billingEmail>;
