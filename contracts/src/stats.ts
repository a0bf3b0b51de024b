import { z } from "zod";

export const stats = z
  .object({
    /** Customers that are not archived. */
    totalCustomers: z.int().nonnegative(),
    /** Files in accepted deliveries of all time, without copies. */
    documentsSent: z.int().nonnegative(),
    /** Jobs that are pending or processing. */
    processingJobs: z.int().nonnegative(),
    /** completed ÷ (completed + failed) in whole percent; 100 when there are none. */
    successRate: z.int().min(0).max(100),
  })
  .meta({ id: "Stats" });
export type Stats = z.infer<typeof stats>;
