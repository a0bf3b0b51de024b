import type { ItemChoice, Job } from "@sheaf/contracts/jobs.ts";
import { queryOptions } from "@tanstack/react-query";
import { api, read } from "./client.ts";
import { type FileRef, pathOf, useActOnJob } from "./faulty-files.ts";

/** What may be chosen from a container; read again whenever it is shown, because a larger plan allows more. */
export const itemChoiceQuery = (ref: FileRef) =>
  queryOptions({ queryKey: [...jobFileKey(ref), "choice"], queryFn: read<ItemChoice>(), staleTime: 0 });

const jobFileKey = ({ jobId, fileId }: FileRef) => ["/api/jobs", jobId, "files", fileId];

/** Converts the chosen items; the others stay set aside. */
export const useChooseItems = (ref: FileRef) =>
  useActOnJob((itemIds: string[]) => api.post<Job>(`${pathOf(ref)}/choose`, { itemIds }), { failed: "Update failed" });

/** For an email's text: always or never print it for this customer from now on. */
interface Remember {
  rememberForCustomer: boolean;
}

/** Makes an item that is set aside or was left out part of the job. */
export const useBringBack = (ref: FileRef) =>
  useActOnJob((input: Remember) => api.post<Job>(`${pathOf(ref)}/bring-back`, input), { failed: "Update failed" });

/** Leaves an item out that has its pages already. */
export const useLeaveOutItem = (ref: FileRef) =>
  useActOnJob((input: Remember) => api.post<Job>(`${pathOf(ref)}/leave-out`, input), { failed: "Update failed" });
