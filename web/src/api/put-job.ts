import { answerKeys } from "@sheaf/contracts/answers.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import type { QueryClient } from "@tanstack/react-query";
import { putIntoLists, refreshLists } from "./job-list.ts";
import { jobKey, newestOf } from "./newest-jobs.ts";
import { readAgain } from "./read-again.ts";
import { hasVersion, noteVersion, type Versions } from "./versions.ts";

/** The versions in which jobs have been put wherever they are shown; a query of its own may have a later one. */
const shown = new WeakMap<QueryClient, Versions>();

function shownBy(client: QueryClient): Versions {
  const versions = shown.get(client) ?? new Map();
  shown.set(client, versions);
  return versions;
}

/** Whether the job is shown in this version or a later one, everywhere. */
export const showsVersion = (client: QueryClient, id: string, version: number) =>
  hasVersion(shownBy(client), id, version);

/**
 * Updates a job wherever it is shown, unless a newer version is known: the response to an action may be older than the
 * cache.
 * @param readLists called when a list has gained or lost the job
 */
export function putJob(client: QueryClient, answered: Job, readLists = () => refreshLists(client)): void {
  const job = newestOf(client, answered);
  noteVersion(shownBy(client), job.id, job.version);
  client.setQueryData(jobKey(job.id), job);
  readAgain(client, { queryKey: [...jobKey(job.id), "timeline"] });
  const recent = client.getQueryData<Job[]>(answerKeys.recent);
  if (recent?.some(({ id }) => id === job.id)) {
    client.setQueryData(
      answerKeys.recent,
      recent.map((other) => (other.id === job.id ? job : other)),
    );
  }
  if (putIntoLists(client, job)) readLists();
}
