import type { Examination } from "@sheaf/contracts/admin/health.ts";
import type { FailedTask, Operations } from "@sheaf/contracts/admin/operations.ts";
import { useMutation } from "@tanstack/react-query";
import { adminApi, adminQuery } from "./client.ts";

/** Running and waiting tasks change all the time: read again whenever it is opened, and on request. */
export const operationsQuery = adminQuery<Operations>("/api/admin/operations");

/** The check contacts other servers and takes some seconds, so it is repeated on request only. */
export const healthQuery = adminQuery<Examination[]>("/api/admin/health");

export const failedTasksQuery = adminQuery<FailedTask[]>("/api/admin/failed-tasks");

/** Retries or discards a task that has failed for good. */
export const useSettleTask = (id: string, act: "retry" | "discard") =>
  useMutation({
    mutationFn: (input: { reason: string }) => adminApi.post<void>(`/api/admin/failed-tasks/${id}/${act}`, input),
    meta: {
      done: act === "retry" ? "Task retried" : "Task discarded",
      refreshes: [operationsQuery.queryKey, failedTasksQuery.queryKey],
    },
  });
