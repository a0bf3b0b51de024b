import type { Db } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { requireActive } from "../../billing/index.ts";
import type { JobRef } from "../status.ts";
import { jobs } from "../table.ts";

/**
 * Requires an active subscription for an action that makes work for the workers, unless the job is the sample job.
 * @throws AppError subscription-needed, subscription-expired
 */
export async function requireActiveFor(db: Db, { practiceId, jobId }: JobRef): Promise<void> {
  if (!(await isSample(db, { practiceId, jobId }))) await requireActive(db, practiceId);
}

export async function isSample(db: Db, { practiceId, jobId }: JobRef): Promise<boolean> {
  const itself = equals(jobs, { practiceId, id: jobId });
  const [job] = await db.select({ sample: jobs.sample }).from(jobs).where(itself);
  return job?.sample ?? false;
}
