import type { Job } from "@sheaf/contracts/jobs.ts";

/** The filter beside the search, in its order. "Needs you" goes by the light, the others by the status. */
export const statusFilters = [
  { value: "all", label: "All" },
  { value: "pending", label: "Pending" },
  { value: "processing", label: "Processing" },
  { value: "completed", label: "Completed" },
  { value: "failed", label: "Failed" },
  { value: "needs-you", label: "Needs you" },
] as const;

export type StatusFilter = (typeof statusFilters)[number]["value"];

export const asStatusFilter = (text: string | null): StatusFilter =>
  statusFilters.find(({ value }) => value === text)?.value ?? "all";

/** Customer name or email, any case. */
export function matchesSearch({ customer }: Job, typed: string): boolean {
  const needle = typed.trim().toLowerCase();
  return customer.name.toLowerCase().includes(needle) || customer.email.toLowerCase().includes(needle);
}

export function matchesStatus(job: Job, filter: StatusFilter): boolean {
  if (filter === "all") return true;
  return filter === "needs-you" ? job.light.colour === "red" : job.status === filter;
}

/**
 * @returns the jobs that match everything, and how many each status would show with the search as it is
 */
export function filterJobs(jobs: Job[], typed: string, filter: StatusFilter) {
  const searched = jobs.filter((job) => matchesSearch(job, typed));
  const counts = Object.fromEntries(
    statusFilters.map(({ value }) => [value, searched.filter((job) => matchesStatus(job, value)).length]),
  ) as Record<StatusFilter, number>;
  return { shown: searched.filter((job) => matchesStatus(job, filter)), counts };
}
