import type { Job, JobCounts, JobFilter } from "@sheaf/contracts/jobs.ts";
import { listPage } from "@sheaf/contracts/limits.ts";
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import { api } from "./client.ts";
import { useStreamDown } from "./event-stream.ts";
import { pollMs, underWay } from "./jobs.ts";
import { newestOf } from "./newest-jobs.ts";
import { readAgain } from "./read-again.ts";

const lists = ["/api/jobs", "list"];

/** One loaded page of the audit trail. */
interface JobsPage {
  jobs: Job[];
  /** Number of jobs that match the filter, and of all jobs of the practice. */
  matching: number;
  all: number;
  /** Whether older jobs match, too. */
  more: boolean;
}
export type LoadedJobs = InfiniteData<JobsPage, string | null>;

/** Converts a filter to a query string; fields that are not set are left out. */
export function filterQuery(filter: JobFilter): URLSearchParams {
  return new URLSearchParams(Object.entries(filter).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

const jobListQuery = (filter: JobFilter) =>
  infiniteQueryOptions({
    queryKey: [...lists, filter],
    queryFn: async ({ client, pageParam, signal }): Promise<JobsPage> => {
      const query = filterQuery(filter);
      query.set("limit", String(listPage.jobs));
      if (pageParam) query.set("cursor", pageParam);
      const { body, headers } = await api.part<Job>(`/api/jobs?${query}`, signal);
      const jobs = body.map((job) => newestOf(client, job));
      const total = (name: string) => Number(headers.get(name));
      return { jobs, matching: total("x-total-count"), all: total("x-practice-count"), more: headers.has("link") };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ jobs, more }) => (more ? jobs.at(-1)?.id : null),
  });

/**
 * Reads the jobs that match, newest first, a page at a time; the last result stays on screen until the next one
 * arrives.
 * @param options.isShown false while the list is not on screen: nothing is read
 */
export function useJobList(filter: JobFilter, { isShown = true } = {}) {
  const down = useStreamDown();
  return useInfiniteQuery({
    ...jobListQuery(filter),
    enabled: isShown,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (down && state.data && jobsIn(state.data).some(underWay) ? pollMs : false),
  });
}

export const jobsIn = ({ pages }: Pick<LoadedJobs, "pages">) => pages.flatMap(({ jobs }) => jobs);

/** Counts the jobs of each status, with the rest of the filter applied. */
export const jobCountsQuery = ({ status: _status, ...filter }: JobFilter) =>
  queryOptions({
    queryKey: ["/api/jobs", "counts", filter],
    queryFn: ({ signal }) => api.get<JobCounts>(`/api/jobs/counts?${filterQuery(filter)}`, signal),
  });

export function useJobCounts(filter: JobFilter) {
  return useQuery({ ...jobCountsQuery(filter), placeholderData: keepPreviousData });
}

/**
 * Updates a job in all loaded lists.
 * @returns whether some list has to be read again: it has gained or lost the job
 */
export function putIntoLists(client: QueryClient, job: Job): boolean {
  let behind = false;
  for (const [queryKey, data] of client.getQueriesData<LoadedJobs>({ queryKey: lists })) {
    // A read under way, the first or a later one, may return a list from before the change.
    const isRead = client.isFetching({ queryKey, exact: true }) > 0;
    if (isRead) behind = true;
    if (!data) continue;
    const known = jobsIn(data).some(({ id }) => id === job.id);
    const belongs = matches(job, queryKey[2] as JobFilter);
    if (known !== belongs && !(belongs && isOnLaterPage(data, job))) behind = true;
    if (known) client.setQueryData<LoadedJobs>(queryKey, replaceIn(data, job));
  }
  return behind;
}

export function refreshLists(client: QueryClient): void {
  readAgain(client, { queryKey: lists });
}

/** Matches as the server does, except for dates, which depend on the server's calendar. */
function matches(job: Job, { status, q, customerId }: JobFilter): boolean {
  const text = `${job.customer.name}\n${job.customer.email}`.toLowerCase();
  if (q && !text.includes(q.toLowerCase())) return false;
  if (customerId && job.customer.id !== customerId) return false;
  if (!status) return true;
  if (status === "needs-you") return job.light.word === "Needs you";
  return status === "not-sent" ? job.light.word === "Not sent" : job.status === status;
}

/**
 * Returns whether the job is older than all loaded ones, so that it comes with a later page. Ids sort by time of
 * creation.
 */
function isOnLaterPage(data: LoadedJobs, job: Job): boolean {
  const last = data.pages.at(-1);
  const oldest = last?.jobs.at(-1)?.id;
  return last?.more === true && oldest !== undefined && job.id < oldest;
}

function replaceIn(data: LoadedJobs, job: Job): LoadedJobs {
  const replaced = (other: Job) => (other.id === job.id ? job : other);
  return { ...data, pages: data.pages.map((page) => ({ ...page, jobs: page.jobs.map(replaced) })) };
}
