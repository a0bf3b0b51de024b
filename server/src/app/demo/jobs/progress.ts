import type { DemoJobs } from "@sheaf/contracts/demo.ts";
import { and, count, eq, isNotNull, lte } from "drizzle-orm";
import { users } from "../../../domain/accounts/table.ts";
import { jobs } from "../../../domain/jobs/table.ts";
import type { Config } from "../../../platform/config/config.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { AppError } from "../../../platform/errors.ts";
import { demoUsername } from "../demo-people.ts";
import { jobCount } from "./planned-jobs.ts";
import { readJobsState } from "./state.ts";

/**
 * Returns how many of the demonstration's jobs have been converted.
 * @throws AppError not-found when this installation is not a demonstration
 */
export async function getJobsProgress(db: Db, { demo, dataDir }: Pick<Config, "demo" | "dataDir">): Promise<DemoJobs> {
  if (!demo) throw new AppError("not-found", "This installation is not a demonstration.");
  const state = readJobsState(dataDir);
  if (state?.done) return { made: jobCount, total: jobCount };
  if (!state) return { made: 0, total: jobCount };
  const [row] = await db
    .select({ made: count() })
    .from(jobs)
    .innerJoin(users, and(eq(users.practiceId, jobs.practiceId), eq(users.username, demoUsername)))
    .where(and(lte(jobs.createdAt, state.plannedAt), isNotNull(jobs.settledAt)));
  return { made: row?.made ?? 0, total: jobCount };
}
