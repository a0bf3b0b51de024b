import { z } from "zod";
import { answerNames } from "./answers.ts";
import { billing } from "./billing.ts";
import { ownerChecklist } from "./checklists.ts";
import { customerLastJob } from "./customers.ts";
import { suppression } from "./deliveries.ts";
import { id } from "./fields.ts";
import { job, jobCounts } from "./jobs.ts";
import { selectedItems } from "./limits.ts";
import { notification } from "./notifications.ts";
import { subscription, usage } from "./plans.ts";
import { sampleJob } from "./sample-job.ts";
import { stats } from "./stats.ts";

/** The answers of other routes, by the names of `answerKeys`. One that the other route would refuse is left out. */
export const answers = z
  .object({
    subscription,
    usage,
    billing,
    stats,
    checklist: ownerChecklist,
    sample: sampleJob,
    /** Of all jobs, without a filter. */
    counts: jobCounts,
    recent: z.array(job),
    /** Of all customers; left out when they are more than one part of that list. */
    lastJobs: z.array(customerLastJob),
    notifications: z.object({ told: z.array(notification), unseen: z.int() }),
    suppressions: z.array(suppression),
  })
  .partial();
export type Answers = z.infer<typeof answers>;

const commaSeparated = z
  .string()
  .default("")
  .transform((text) => text.split(",").filter((part) => part !== ""));

/** GET /api/changes: both lists are separated by commas. */
export const changesQuery = z.object({
  jobs: commaSeparated.pipe(z.array(id).max(selectedItems)),
  answers: commaSeparated.pipe(z.array(z.enum(answerNames)).max(answerNames.length)),
});

export const changes = z
  .object({
    /** The requested jobs that the practice has. */
    jobs: z.array(job),
    /** Ids of the other ones: they have been deleted. */
    gone: z.array(id),
    answers,
  })
  .meta({ id: "Changes" });
export type Changes = z.infer<typeof changes>;
