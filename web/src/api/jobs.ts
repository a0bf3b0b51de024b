import type { Job } from "@sheaf/contracts/jobs.ts";
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, isStatus, read } from "./client.ts";
import { useStreamDown } from "./event-stream.ts";

const pageSize = 500;
const pollMs = 15_000;

/** Every job of the practice, newest first, read page by page. */
export const jobsQuery = queryOptions({
  queryKey: ["/api/jobs"],
  queryFn: async ({ signal }): Promise<Job[]> => {
    const jobs: Job[] = [];
    for (;;) {
      const last = jobs.at(-1);
      const page = await api.get<Job[]>(`/api/jobs?limit=${pageSize}${last ? `&cursor=${last.id}` : ""}`, signal);
      jobs.push(...page);
      if (page.length < pageSize) return jobs;
    }
  },
});

export const jobQuery = (id: string) => queryOptions({ queryKey: ["/api/jobs", id], queryFn: read<Job>() });

export const unfinished = (job: Job) => job.status === "pending" || job.status === "processing";

/** Changes arrive by the event stream; only while that is down and something is still to come do we ask ourselves. */
export function useJobs() {
  const down = useStreamDown();
  return useQuery({
    ...jobsQuery,
    refetchInterval: ({ state }) => (down && state.data?.some(unfinished) ? pollMs : false),
  });
}

export function useJob(id: string) {
  const down = useStreamDown();
  return useQuery({
    ...jobQuery(id),
    refetchInterval: ({ state }) => (down && state.data && unfinished(state.data) ? pollMs : false),
  });
}

/** The dashboard's few newest jobs. */
export function useRecentJobs() {
  const down = useStreamDown();
  return useQuery({
    queryKey: ["/api/jobs", "recent"],
    queryFn: read<Job[]>(),
    refetchInterval: ({ state }) => (down && state.data?.some(unfinished) ? pollMs : false),
  });
}

/** Everything that counts jobs or lists some of them, but the whole list, which is patched job by job. */
export function refreshAround(client: QueryClient): void {
  for (const path of ["/api/stats", "/api/usage"]) void client.invalidateQueries({ queryKey: [path] });
  for (const list of ["recent", "counts"]) void client.invalidateQueries({ queryKey: ["/api/jobs", list] });
  void client.invalidateQueries({ queryKey: ["/api/customers", "last-jobs"] });
}

/** Puts a job where every list shows it. A list that is being read may hold the older state, so it is read again. */
export function putJob(client: QueryClient, job: Job): void {
  client.setQueryData(jobQuery(job.id).queryKey, job);
  if (client.isFetching({ queryKey: jobsQuery.queryKey, exact: true }) > 0) {
    void client.invalidateQueries({ queryKey: jobsQuery.queryKey, exact: true });
    return;
  }
  client.setQueryData(jobsQuery.queryKey, (list) => {
    if (!list) return list;
    const known = list.some(({ id }) => id === job.id);
    return known ? list.map((other) => (other.id === job.id ? job : other)) : [job, ...list];
  });
}

/** Reads one job anew after it changed; one that is gone leaves the lists. */
export async function refreshJob(client: QueryClient, id: string): Promise<void> {
  try {
    putJob(client, await client.fetchQuery({ ...jobQuery(id), staleTime: 0 }));
  } catch (error) {
    if (!isStatus(error, 404)) return;
    client.setQueryData(jobsQuery.queryKey, (list) => list?.filter((job) => job.id !== id));
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
