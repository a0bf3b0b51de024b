import type { Job, JobCounts } from "@sheaf/contracts/jobs.ts";
import { type QueryClient, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, isStatus } from "./client.ts";
import { jobsIn, type LoadedJobs, putIntoLists, refreshLists } from "./job-list.ts";
import { jobQuery, underWay } from "./jobs.ts";

/** What is read anew of the jobs when one of them changes, besides that one. */
const around = ["recent", "counts"];

/** Everything that counts jobs, lists the newest, tells of those that ended or of addresses that refused their emails. */
export function refreshAround(client: QueryClient): void {
  for (const path of ["/api/stats", "/api/usage", "/api/notifications", "/api/suppressions"]) {
    void client.invalidateQueries({ queryKey: [path] });
  }
  for (const list of around) void client.invalidateQueries({ queryKey: ["/api/jobs", list] });
  void client.invalidateQueries({ queryKey: ["/api/customers", "last-jobs"] });
}

/** Reads anew all that shows jobs where one of them was not done yet: nobody may have told how it went on. */
export function refreshUnderWay(client: QueryClient): void {
  const jobs = { queryKey: ["/api/jobs"] };
  if (!client.getQueriesData(jobs).some(([key, data]) => showsUnfinished(key, data))) return;
  void client.invalidateQueries({ ...jobs, predicate: ({ queryKey }) => !around.includes(String(queryKey[1])) });
  refreshAround(client);
}

function showsUnfinished([, what, part]: QueryKey, data: unknown): boolean {
  if (!data) return false;
  if (what === "list") return jobsIn(data as LoadedJobs).some(underWay);
  if (what === "recent") return (data as Job[]).some(underWay);
  if (what === "counts") return (data as JobCounts).pending + (data as JobCounts).processing > 0;
  // What else is kept of a single job goes with it.
  return part === undefined && underWay(data as Job);
}

/**
 * Puts a job where it is shown.
 * @param readLists called when that is not enough, because a list has gained or lost the job
 */
export function putJob(client: QueryClient, job: Job, readLists = () => refreshLists(client)): void {
  client.setQueryData(jobQuery(job.id).queryKey, job);
  void client.invalidateQueries({ queryKey: ["/api/jobs", job.id, "timeline"] });
  if (putIntoLists(client, job)) readLists();
}

/** Reads one job anew after it changed; one that is gone leaves the lists. */
export async function refreshJob(client: QueryClient, id: string, readLists?: () => void): Promise<void> {
  try {
    putJob(client, await client.fetchQuery({ ...jobQuery(id), staleTime: 0 }), readLists);
  } catch (error) {
    if (isStatus(error, 404)) refreshLists(client);
  }
}

export function useRetryJob() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.post<Job | undefined>(`/api/jobs/${id}/retry`),
    onSuccess: async (_answer, id) => {
      await refreshJob(queryClient, id);
      refreshAround(queryClient);
    },
    meta: { done: "Job retry initiated", failed: "Retry failed" },
  });
}

/** The same for one of several jobs; `refresh` is called when all are through. The dialog tells what became of each. */
export function useRetryJobs() {
  const queryClient = useQueryClient();
  return {
    one: async ({ id }: Job) => putJob(queryClient, await api.post<Job>(`/api/jobs/${id}/retry`)),
    refresh: () => refreshAround(queryClient),
  };
}
