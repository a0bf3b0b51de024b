import type { Job } from "@sheaf/contracts/jobs.ts";
import type { QueryClient } from "@tanstack/react-query";

export const jobKey = (id: string) => ["/api/jobs", id];

/**
 * Returns the known version of the job where that is newer than the response: responses overtake each other, and a list
 * may have been read before the job changed.
 */
export function newestOf(client: QueryClient, answered: Job): Job {
  const known = client.getQueryData<Job>(jobKey(answered.id));
  return known && known.version > answered.version ? known : answered;
}
