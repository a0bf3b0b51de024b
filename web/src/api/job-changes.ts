import type { Job } from "@sheaf/contracts/jobs.ts";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, isStatus } from "./client.ts";
import { putIntoLists, refreshLists } from "./job-list.ts";
import { jobQuery } from "./jobs.ts";

/** Everything that counts jobs, lists the newest, tells of those that ended or of addresses that refused their emails. */
export function refreshAround(client: QueryClient): void {
  for (const path of ["/api/stats", "/api/usage", "/api/notifications", "/api/suppressions"]) {
    void client.invalidateQueries({ queryKey: [path] });
  }
  for (const list of ["recent", "counts"]) void client.invalidateQueries({ queryKey: ["/api/jobs", list] });
  void client.invalidateQueries({ queryKey: ["/api/customers", "last-jobs"] });
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
