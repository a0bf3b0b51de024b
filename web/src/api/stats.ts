import type { JobCounts } from "@sheaf/contracts/jobs.ts";
import type { Stats } from "@sheaf/contracts/stats.ts";
import { queryOptions } from "@tanstack/react-query";
import { read } from "./client.ts";

export const statsQuery = queryOptions({ queryKey: ["/api/stats"], queryFn: read<Stats>() });

/** Jobs of the whole practice by status, and how many need a person. */
export const jobCountsQuery = queryOptions({ queryKey: ["/api/jobs", "counts"], queryFn: read<JobCounts>() });
