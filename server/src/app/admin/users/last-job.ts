import { and, desc, eq, type SQLWrapper } from "drizzle-orm";
import { isUpload } from "../../../domain/jobs/index.ts";
import { jobs } from "../../../domain/jobs/table.ts";
import type { Tx } from "../../../platform/db/connect.ts";

/** Subquery with the newest job of a practice, for a lateral join. */
export const lastJobOf = (tx: Tx, practiceId: SQLWrapper) =>
  tx
    .select({ createdAt: jobs.createdAt })
    .from(jobs)
    .where(and(eq(jobs.practiceId, practiceId), isUpload(jobs)))
    .orderBy(desc(jobs.id))
    .limit(1)
    .as("last_job");
