import type { Delivery, Duplicate, JobEvent, SendAgainInput, Suppression } from "@sheaf/contracts/deliveries.ts";
import type { ConfirmEmailsInput, Job } from "@sheaf/contracts/jobs.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { changeReader } from "./change-reader.ts";
import { api, read } from "./client.ts";
import { useActOnJob } from "./faulty-files.ts";
import { putJob } from "./put-job.ts";

/** The events of a job, oldest first. */
export const timelineQuery = (jobId: string) =>
  queryOptions({ queryKey: ["/api/jobs", jobId, "timeline"], queryFn: read<JobEvent[]>() });

/** Cancels every email of the job that still waits. */
export const useUndo = () =>
  useActOnJob((jobId: string) => api.post<Job>(`/api/jobs/${jobId}/undo`), { failed: "Undo failed" });

/** Sends emails that wait because there are many: all of them, or one email instead. */
export const useConfirmEmails = (jobId: string) =>
  useActOnJob((input: ConfirmEmailsInput) => api.post<Job>(`/api/jobs/${jobId}/confirm-emails`, input), {
    failed: "Sending failed",
  });

/** Sends one more email with the same PDFs. */
export const useSendAgain = (jobId: string, deliveryId: string) =>
  useActOnJob(
    (input: SendAgainInput) => api.post<Job>(`/api/jobs/${jobId}/deliveries/${deliveryId}/send-again`, input),
    { failed: "Sending failed" },
  );

export interface EmailOfJob {
  job: Job;
  email: Delivery;
}

/** The same for one of several emails, each to its own address; `refresh` is called when all are done. */
export function useSendAllAgain() {
  const queryClient = useQueryClient();
  return {
    one: async ({ job, email }: EmailOfJob) =>
      putJob(queryClient, await api.post<Job>(`/api/jobs/${job.id}/deliveries/${email.id}/send-again`, {})),
    refresh: () => changeReader(queryClient).readCounts(),
  };
}

/** Starts the next attempt of a postponed email at once. */
export const useTryNow = (jobId: string, deliveryId: string) =>
  useActOnJob(() => api.post<Job>(`/api/jobs/${jobId}/deliveries/${deliveryId}/try-now`), { failed: "Sending failed" });

/** Cancels an email that still waits. */
export const useStopDelivery = (jobId: string, deliveryId: string) =>
  useActOnJob(() => api.post<Job>(`/api/jobs/${jobId}/deliveries/${deliveryId}/stop`), { failed: "Update failed" });

/** Marks an email in doubt as delivered, after a person has checked. */
export const useConfirmArrival = (jobId: string, deliveryId: string) =>
  useActOnJob(() => api.post<Job>(`/api/jobs/${jobId}/deliveries/${deliveryId}/arrived`), { failed: "Update failed" });

/**
 * Finds which of these files have been sent to the customer's inbox before.
 * @param sha256 in hex
 */
export const findDuplicates = (customerId: string, sha256: string[]) =>
  api.post<Duplicate[]>("/api/jobs/duplicates", { customerId, sha256 });

/** Addresses that rejected emails for good: nothing is sent there until they are corrected or released. */
export const suppressionsQuery = queryOptions({ queryKey: ["/api/suppressions"], queryFn: read<Suppression[]>() });

export function useReleaseAddress() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Suppression) => api.delete<void>(`/api/suppressions/${id}`),
    onSuccess: (_nothing, { id }) => {
      queryClient.setQueryData(suppressionsQuery.queryKey, (list) => list?.filter((one) => one.id !== id));
    },
    onSettled: () => queryClient.invalidateQueries(suppressionsQuery),
    meta: { done: "Address released", failed: "Update failed" },
  });
}
