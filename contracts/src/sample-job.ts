import { z } from "zod";
import { id } from "./fields.ts";

/** One of the invented papers of the sample job. */
const samplePaper = z
  .object({
    /** Name of the job's file. */
    name: z.string(),
    sizeBytes: z.int(),
    /** Short description. */
    about: z.string(),
    /** Password of a protected file; null for others. */
    password: z.string().nullable(),
  })
  .meta({ id: "SamplePaper" });
export type SamplePaper = z.infer<typeof samplePaper>;

/**
 * GET /api/sample-job. A practice can create the sample job once; its files, lights and PDF are read like those of any
 * job.
 */
export const sampleJob = z
  .object({
    state: z.enum(["not-made", "made", "removed"]),
    /** Set while the state is "made". */
    jobId: id.nullable(),
    papers: z.array(samplePaper),
  })
  .meta({ id: "SampleJob" });
export type SampleJob = z.infer<typeof sampleJob>;
