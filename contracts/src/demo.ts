import { z } from "zod";

/** GET /api/demo/jobs: how many of the demonstration's own jobs exist so far; 404 in any other installation. */
export const demoJobs = z.object({ made: z.int().nonnegative(), total: z.int().positive() }).meta({ id: "DemoJobs" });
export type DemoJobs = z.infer<typeof demoJobs>;
