import type { Job } from "@sheaf/contracts/jobs.ts";
import { type UseMutationOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { dismissToast } from "../ui/toast.tsx";
import { changeReader } from "./change-reader.ts";
import { api } from "./client.ts";
import { putJob } from "./put-job.ts";
import { sendForm } from "./send-form.ts";

export interface FileRef {
  jobId: string;
  fileId: string;
}

export const pathOf = ({ jobId, fileId }: FileRef) => `/api/jobs/${jobId}/files/${fileId}`;
const lost = "The connection was lost before the file was there. Choose it again.";

/** An action on a job; its response is the changed job. */
export function useActOnJob<Input>(
  mutationFn: (input: Input) => Promise<Job>,
  meta: NonNullable<UseMutationOptions["meta"]>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    // A new attempt: the toast of the last one is no longer true.
    onMutate: dismissToast,
    onSuccess: (job) => {
      putJob(queryClient, job);
      changeReader(queryClient).readCounts(job);
    },
    meta,
  });
}

/** Retries the file with its password. */
export const useGivePassword = (ref: FileRef) =>
  useActOnJob((password: string) => api.post<Job>(`${pathOf(ref)}/password`, { password }), { failed: "Retry failed" });

/** Continues the job without the file; its document is given back to the allowance. */
export const useLeaveOut = () =>
  useActOnJob((ref: FileRef) => api.post<Job>(`${pathOf(ref)}/leave-out`), { failed: "Update failed" });

/** Replaces the file with another one. `share`: sent share of its bytes, 0 to 1. */
export function useReplaceFile(ref: FileRef) {
  const [share, setShare] = useState(0);
  const replace = useActOnJob(
    (file: File) => {
      const form = new FormData();
      form.append("files", file, file.name);
      setShare(0);
      return sendForm<Job>({
        method: "PUT",
        path: pathOf(ref),
        form,
        lost,
        onProgress: (sent, total) => setShare(sent / total),
      });
    },
    { failed: "Upload failed" },
  );
  return { ...replace, share };
}
