import type { Job, JobCounts } from "@sheaf/contracts/jobs.ts";
import { type QueryClient, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { changeReader } from "./change-reader.ts";
import { api } from "./client.ts";
import { jobsIn, type LoadedJobs } from "./job-list.ts";
import { underWay } from "./jobs.ts";
import { putJob } from "./put-job.ts";
import { readEnd } from "./read-again.ts";

/**
 * Reads again all queries that show unfinished jobs: no event may have announced their progress. Reads under way are
 * awaited and judged by their result.
 */
export async function refreshUnderWay(client: QueryClient): Promise<void> {
  const jobs = { queryKey: ["/api/jobs"] };
  const shown = client.getQueryCache().findAll(jobs);
  await Promise.all(shown.map(readEnd));
  if (!shown.some(({ queryKey, state }) => showsUnfinished(queryKey, state.data))) return;
  const reader = changeReader(client);
  reader.readAgain(jobs);
  reader.readCounts();
}

function showsUnfinished([, what, part]: QueryKey, data: unknown): boolean {
  if (!data) return false;
  if (what === "list") return jobsIn(data as LoadedJobs).some(underWay);
  if (what === "recent") return (data as Job[]).some(underWay);
  if (what === "counts") return (data as JobCounts).pending + (data as JobCounts).processing > 0;
  // Other parts of a single job's cache are read again together with the job.
  return part === undefined && underWay(data as Job);
}

export function useRetryJob() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.post<Job>(`/api/jobs/${id}/retry`),
    onSuccess: (job) => {
      putJob(queryClient, job);
      changeReader(queryClient).readCounts(job);
    },
    meta: { done: "Job retry initiated", failed: "Retry failed" },
  });
}

/** The same for one of several jobs; `refresh` is called when all are done. The dialog shows each outcome. */
export function useRetryJobs() {
  const queryClient = useQueryClient();
  return {
    one: async ({ id }: Job) => putJob(queryClient, await api.post<Job>(`/api/jobs/${id}/retry`)),
    refresh: () => changeReader(queryClient).readCounts(),
  };
}
