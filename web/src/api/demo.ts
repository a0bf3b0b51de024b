import type { DemoJobs } from "@sheaf/contracts/demo.ts";
import { queryOptions } from "@tanstack/react-query";
import { read } from "./client.ts";

const readEveryMs = 2_000;

/** Read again until all jobs of the demonstration are made. */
export const demoJobsQuery = queryOptions({
  queryKey: ["/api/demo/jobs"],
  queryFn: read<DemoJobs>(),
  refetchInterval: ({ state }) => (state.data && state.data.made >= state.data.total ? false : readEveryMs),
});
