import type { Job, JobCounts } from "@sheaf/contracts/jobs.ts";
import { type QueryClient, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, isStatus } from "./client.ts";
import { jobsIn, type LoadedJobs, putIntoLists, refreshLists } from "./job-list.ts";
import { underWay } from "./jobs.ts";
import { jobKey, newestOf } from "./newest-jobs.ts";
import { mayPass, readAnew, readEnd } from "./read-anew.ts";

/** What is read anew of the jobs when one of them changes, besides that one. */
const around = ["recent", "counts"];

/**
 * Everything that counts jobs, lists the newest, tells of those that ended or of addresses that refused their emails.
 */
export function refreshAround(client: QueryClient): void {
  for (const path of [
    "/api/stats",
    "/api/usage",
    "/api/notifications",
    "/api/suppressions",
    "/api/checklist",
    "/api/sample-job",
  ]) {
    readAnew(client, { queryKey: [path] });
  }
  for (const list of around) readAnew(client, { queryKey: ["/api/jobs", list] });
  readAnew(client, { queryKey: ["/api/customers", "last-jobs"] });
}

/**
 * Reads anew all that shows jobs where one of them was not done yet: nobody may have told how it went on. What is being
 * read at this moment is judged by its answer.
 */
export async function refreshUnderWay(client: QueryClient): Promise<void> {
  const jobs = { queryKey: ["/api/jobs"] };
  const shown = client.getQueryCache().findAll(jobs);
  await Promise.all(shown.map(readEnd));
  if (!shown.some(({ queryKey, state }) => showsUnfinished(queryKey, state.data))) return;
  readAnew(client, { ...jobs, predicate: ({ queryKey }) => !around.includes(String(queryKey[1])) });
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
 * Puts a job where it is shown, unless something newer is known of it: the answer to an act is a read like any other.
 * @param readLists called when that is not enough, because a list has gained or lost the job
 */
export function putJob(client: QueryClient, answered: Job, readLists = () => refreshLists(client)): void {
  const job = newestOf(client, answered);
  client.setQueryData(jobKey(job.id), job);
  readAnew(client, { queryKey: [...jobKey(job.id), "timeline"] });
  if (putIntoLists(client, job)) readLists();
}

interface Reading {
  /** It has changed since the read began. */
  again: boolean;
}

/** Jobs that are being read because they have changed. */
const reading = new WeakMap<QueryClient, Map<string, Reading>>();

/**
 * Reads one job anew after it changed; one that is gone leaves the lists. A change during a read causes one more: the
 * answer may be from before it.
 * @returns false when there was no answer, and it has to be asked for again
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
    return !mayPass(error);
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
