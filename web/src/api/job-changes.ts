import type { Job, JobCounts } from "@sheaf/contracts/jobs.ts";
import { type QueryClient, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, isStatus } from "./client.ts";
import { jobsIn, type LoadedJobs, putIntoLists, refreshLists } from "./job-list.ts";
import { underWay } from "./jobs.ts";
import { jobKey, newestOf } from "./newest-jobs.ts";
import { isTemporary, readAgain, readEnd } from "./read-again.ts";

/** Second segments of queries below /api/jobs that are read again when any job changes. */
const relatedLists = ["recent", "counts"];

/** Reads again everything that counts jobs, lists the newest ones, or lists notifications and rejected addresses. */
export function refreshRelated(client: QueryClient): void {
  for (const path of [
    "/api/stats",
    "/api/usage",
    "/api/notifications",
    "/api/suppressions",
    "/api/checklist",
    "/api/sample-job",
  ]) {
    readAgain(client, { queryKey: [path] });
  }
  for (const list of relatedLists) readAgain(client, { queryKey: ["/api/jobs", list] });
  readAgain(client, { queryKey: ["/api/customers", "last-jobs"] });
}

/**
 * Reads again all queries that show unfinished jobs: no event may have announced their progress. Reads under way are
 * awaited and judged by their result.
 */
export async function refreshUnderWay(client: QueryClient): Promise<void> {
  const jobs = { queryKey: ["/api/jobs"] };
  const shown = client.getQueryCache().findAll(jobs);
  await Promise.all(shown.map(readEnd));
  if (!shown.some(({ queryKey, state }) => showsUnfinished(queryKey, state.data))) return;
  readAgain(client, { ...jobs, predicate: ({ queryKey }) => !relatedLists.includes(String(queryKey[1])) });
  refreshRelated(client);
}

function showsUnfinished([, what, part]: QueryKey, data: unknown): boolean {
  if (!data) return false;
  if (what === "list") return jobsIn(data as LoadedJobs).some(underWay);
  if (what === "recent") return (data as Job[]).some(underWay);
  if (what === "counts") return (data as JobCounts).pending + (data as JobCounts).processing > 0;
  // Other parts of a single job's cache are read again together with the job.
  return part === undefined && underWay(data as Job);
}

/**
 * Updates a job wherever it is shown, unless a newer version is known: the response to an action may be older than the
 * cache.
 * @param readLists called when a list has gained or lost the job
 */
export function putJob(client: QueryClient, answered: Job, readLists = () => refreshLists(client)): void {
  const job = newestOf(client, answered);
  client.setQueryData(jobKey(job.id), job);
  readAgain(client, { queryKey: [...jobKey(job.id), "timeline"] });
  if (putIntoLists(client, job)) readLists();
}

interface Reading {
  /** The job has changed since the read began. */
  again: boolean;
}

/** Jobs that are being read because they have changed. */
const reading = new WeakMap<QueryClient, Map<string, Reading>>();

/**
 * Reads one job again after it changed; a deleted one is removed from the lists. A change during a read causes one more
 * read: the response may be from before the change.
 * @returns false when the read failed and has to be repeated
 */
export async function refreshJob(client: QueryClient, id: string, readLists?: () => void): Promise<boolean> {
  const ofClient = reading.get(client) ?? new Map<string, Reading>();
  reading.set(client, ofClient);
  const underWay = ofClient.get(id);
  if (underWay) {
    underWay.again = true;
    return true;
  }
  const read = { again: false };
  ofClient.set(id, read);
  try {
    do {
      read.again = false;
      putJob(client, await api.get<Job>(jobKey(id).join("/")), readLists);
    } while (read.again);
  } catch (error) {
    if (isStatus(error, 404)) refreshLists(client);
    return !isTemporary(error);
  } finally {
    ofClient.delete(id);
  }
  return true;
}

export function useRetryJob() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.post<Job | undefined>(`/api/jobs/${id}/retry`),
    onSuccess: async (job, id) => {
      if (job) putJob(queryClient, job);
      else await refreshJob(queryClient, id);
      refreshRelated(queryClient);
    },
    meta: { done: "Job retry initiated", failed: "Retry failed" },
  });
}

/** The same for one of several jobs; `refresh` is called when all are done. The dialog shows each outcome. */
export function useRetryJobs() {
  const queryClient = useQueryClient();
  return {
    one: async ({ id }: Job) => putJob(queryClient, await api.post<Job>(`/api/jobs/${id}/retry`)),
    refresh: () => refreshRelated(queryClient),
  };
}
