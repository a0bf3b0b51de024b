import { z } from "zod";

export const stats = z
  .object({
    /** Not archived. */
    totalCustomers: z.int().nonnegative(),
    /** Files in accepted deliveries, all time, copies not counted. */
    documentsSent: z.int().nonnegative(),
    /** Pending and processing. */
    processingJobs: z.int().nonnegative(),
    /** completed ÷ (completed + failed) in whole percent; 100 when there are none. */
    successRate: z.int().min(0).max(100),
  })
  .meta({ id: "Stats" });
export type Stats = z.infer<typeof stats>;
