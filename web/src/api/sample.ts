import type { SampleJob } from "@sheaf/contracts/sample-job.ts";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, read } from "./client.ts";
import { jobKey } from "./newest-jobs.ts";

export const sampleQuery = queryOptions({ queryKey: ["/api/sample-job"], queryFn: read<SampleJob>() });

/** State of the sample job; readable by members only. */
export const useSample = ({ enabled = true } = {}) => useQuery({ ...sampleQuery, enabled });

/**
 * Returns whether the sample can be offered, that is, was not removed. It is offered while that is not known yet, so
 * that nothing moves.
 */
export const useSampleOffered = (options?: { enabled?: boolean }) => useSample(options).data?.state !== "removed";

export function useMakeSample() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post<SampleJob>("/api/sample-job"),
    onSuccess: (sample) => client.setQueryData(sampleQuery.queryKey, sample),
    // Another member has made the sample, and removed it.
    onError: () => client.invalidateQueries(sampleQuery),
    meta: { failed: "The sample could not be made" },
  });
}

export function useRemoveSample() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.delete<void>("/api/sample-job"),
    onSuccess: () => {
      const before = client.getQueryData(sampleQuery.queryKey);
      if (!before) return;
      client.setQueryData(sampleQuery.queryKey, { ...before, state: "removed", jobId: null });
      if (before.jobId) client.removeQueries({ queryKey: jobKey(before.jobId) });
    },
    onError: () => client.invalidateQueries(sampleQuery),
    meta: { done: "Sample removed", failed: "The sample could not be removed" },
  });
}
