import { deliveriesUnderWay } from "@sheaf/contracts/delivery-states.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { read } from "./client.ts";
import { useStreamDown } from "./event-stream.ts";
import { jobKey, newestOf } from "./newest-jobs.ts";

/** Polling interval of a list while the event stream is down and something in the list is unfinished. */
export const pollMs = 15_000;

const readJob = read<Job>();
const readJobs = read<Job[]>();

export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: jobKey(id),
    queryFn: async (context) => newestOf(context.client, await readJob(context)),
  });

export const unfinished = (job: Job) => job.status === "pending" || job.status === "processing";

/** Returns whether PDFs or emails of the job are unfinished. */
export const underWay = (job: Job) =>
  unfinished(job) || job.deliveries.some(({ state }) => (deliveriesUnderWay as readonly string[]).includes(state));

/** Changes arrive by the event stream; the job is polled only while the stream is down and the job is unfinished. */
export function useJob(id: string) {
  const down = useStreamDown();
  return useQuery({
    ...jobQuery(id),
    refetchInterval: ({ state }) => (down && state.data && underWay(state.data) ? pollMs : false),
  });
}

/** The newest jobs, for the dashboard. */
export function useRecentJobs() {
  const down = useStreamDown();
  return useQuery({
    queryKey: ["/api/jobs", "recent"],
    queryFn: async (context) => (await readJobs(context)).map((job) => newestOf(context.client, job)),
    refetchInterval: ({ state }) => (down && state.data?.some(underWay) ? pollMs : false),
  });
}
