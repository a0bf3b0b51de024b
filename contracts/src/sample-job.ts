import { z } from "zod";
import { id } from "./fields.ts";

/** One of the invented papers that a practice may try Sheaf with. */
const samplePaper = z
  .object({
    /** As the file of the job is called. */
    name: z.string(),
    sizeBytes: z.int(),
    /** What it is, in a few words. */
    about: z.string(),
    /** Opens it, where it is protected. */
    password: z.string().nullable(),
  })
  .meta({ id: "SamplePaper" });
export type SamplePaper = z.infer<typeof samplePaper>;

/**
 * GET /api/sample-job. A practice makes the sample job once; its files, lights and PDF are read as those of any job.
 */
export const sampleJob = z
  .object({
    state: z.enum(["not-made", "made", "removed"]),
    /** Set while it is "made". */
    jobId: id.nullable(),
    papers: z.array(samplePaper),
  })
  .meta({ id: "SampleJob" });
export type SampleJob = z.infer<typeof sampleJob>;
