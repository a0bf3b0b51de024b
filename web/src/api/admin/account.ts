import type { TwoFactorStart } from "@sheaf/contracts/accounts.ts";
import type { AdminAction, AdminProfile, AdminSession } from "@sheaf/contracts/admin/session.ts";
import { listPage } from "@sheaf/contracts/limits.ts";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { partsQuery } from "../parts-query.ts";
import { adminApi, adminQuery, adminRead } from "./client.ts";

export const adminProfileQuery = queryOptions({ queryKey: ["/api/admin/me"], queryFn: adminRead<AdminProfile>() });

/** No event announces sessions of other browsers, so the list is read again whenever it is opened. */
export const adminSessionsQuery = adminQuery<AdminSession[]>("/api/admin/sessions");

export const useEndAdminSession = () =>
  useMutation({
    mutationFn: (id: string) => adminApi.delete<void>(`/api/admin/sessions/${id}`),
    meta: { done: "Session ended", refreshes: [adminSessionsQuery.queryKey] },
  });

export const useStartAdminTwoFactor = () =>
  useMutation({
    mutationFn: (currentPassword: string) =>
      adminApi.post<TwoFactorStart>("/api/admin/two-factor/start", { currentPassword }),
  });

export const useConfirmAdminTwoFactor = () =>
  useMutation({
    mutationFn: (code: string) => adminApi.post<{ recoveryCodes: string[] }>("/api/admin/two-factor/confirm", { code }),
    meta: { refreshes: [adminProfileQuery.queryKey] },
  });

export const useEndAdminTwoFactor = () =>
  useMutation({
    mutationFn: (currentPassword: string) => adminApi.post<void>("/api/admin/two-factor/off", { currentPassword }),
    meta: { done: "Two-factor sign-in turned off", refreshes: [adminProfileQuery.queryKey] },
  });

/** The log of administrators' actions. */
export const adminActionsQuery = {
  ...partsQuery<AdminAction>(adminApi.get, "/api/admin/actions", listPage.logEntries),
  staleTime: 0,
};
