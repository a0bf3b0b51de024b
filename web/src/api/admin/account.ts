import type { TwoFactorStart } from "@sheaf/contracts/accounts.ts";
import type { AdminAction, AdminProfile, AdminSession } from "@sheaf/contracts/admin/session.ts";
import { listPage } from "@sheaf/contracts/limits.ts";
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { adminApi, adminQuery, adminRead } from "./client.ts";

export const adminProfileQuery = queryOptions({ queryKey: ["/api/admin/me"], queryFn: adminRead<AdminProfile>() });

/** Other browsers come and go unannounced, so it is read anew whenever it is opened. */
export const adminSessionsQuery = adminQuery<AdminSession[]>("/api/admin/sessions");

export function useEndAdminSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => adminApi.delete<void>(`/api/admin/sessions/${id}`),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: adminSessionsQuery.queryKey }),
    meta: { done: "Signed out there" },
  });
}

export function useStartAdminTwoFactor() {
  return useMutation({
    mutationFn: (currentPassword: string) =>
      adminApi.post<TwoFactorStart>("/api/admin/two-factor/start", { currentPassword }),
  });
}

export function useConfirmAdminTwoFactor() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => adminApi.post<{ recoveryCodes: string[] }>("/api/admin/two-factor/confirm", { code }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: adminProfileQuery.queryKey }),
  });
}

export function useEndAdminTwoFactor() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (currentPassword: string) => adminApi.post<void>("/api/admin/two-factor/off", { currentPassword }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: adminProfileQuery.queryKey }),
    meta: { done: "Two-factor sign-in turned off" },
  });
}

/** What administrators did, newest first, page by page. */
export const adminActionsQuery = infiniteQueryOptions({
  queryKey: ["/api/admin/deeds"],
  queryFn: ({ pageParam, signal }) =>
    adminApi.get<AdminAction[]>(
      `/api/admin/deeds?limit=${listPage.logEntries}${pageParam ? `&cursor=${pageParam}` : ""}`,
      signal,
    ),
  initialPageParam: "",
  getNextPageParam: (page) => (page.length < listPage.logEntries ? undefined : page.at(-1)?.id),
  staleTime: 0,
});
