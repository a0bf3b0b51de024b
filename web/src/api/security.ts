import type {
  AccountExport,
  ChangePasswordInput,
  DeleteAccountInput,
  Session,
  TwoFactorStart,
  TwoFactorState,
  User,
} from "@sheaf/contracts/accounts.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { userQuery } from "./accounts.ts";
import { api, read } from "./client.ts";

/**
 * The user's sessions. No event announces sessions of other browsers, so they are read again whenever the list is
 * opened.
 */
export const sessionsQuery = queryOptions({
  queryKey: ["/api/sessions"],
  queryFn: read<Session[]>(),
  staleTime: 0,
});

/**
 * Two-factor state with the number of recovery codes left: a sign-in elsewhere may use one, so it is read again
 * whenever it is shown.
 */
export const twoFactorQuery = queryOptions({
  queryKey: ["/api/two-factor"],
  queryFn: read<TwoFactorState>(),
  staleTime: 0,
});

export const useEndSession = () =>
  useMutation({
    /** @param id null: all sessions but this one */
    mutationFn: (id: string | null) => api.delete<void>(id === null ? "/api/sessions" : `/api/sessions/${id}`),
    meta: { done: "Session ended", failed: "Update failed", refreshes: [sessionsQuery.queryKey] },
  });

export const useChangePassword = () =>
  useMutation({
    mutationFn: (input: ChangePasswordInput) => api.put<void>("/api/password", input),
    // An address change that was not confirmed yet has been cancelled.
    meta: { done: "Password changed", refreshes: [sessionsQuery.queryKey, userQuery.queryKey] },
  });

export function useChangeEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: { email: string; currentPassword: string }) => api.put<User>("/api/email", input),
    onSuccess: (user) => queryClient.setQueryData(userQuery.queryKey, user),
  });
}

export const useResendVerification = () =>
  useMutation({
    mutationFn: () => api.post<void>("/api/email/verification"),
    meta: { done: "Verification sent", failed: "Update failed" },
  });

export const useStartTwoFactor = () =>
  useMutation({
    mutationFn: (currentPassword: string) => api.post<TwoFactorStart>("/api/two-factor/start", { currentPassword }),
  });

export const useConfirmTwoFactor = () =>
  useMutation({
    mutationFn: (code: string) => api.post<{ recoveryCodes: string[] }>("/api/two-factor/confirm", { code }),
    meta: { refreshes: [userQuery.queryKey] },
  });

export const useDisableTwoFactor = () =>
  useMutation({
    mutationFn: (currentPassword: string) => api.post<void>("/api/two-factor/disable", { currentPassword }),
    meta: { done: "Two-factor sign-in turned off", refreshes: [userQuery.queryKey] },
  });

export const useRenewRecoveryCodes = () =>
  useMutation({
    mutationFn: (currentPassword: string) =>
      api.post<{ recoveryCodes: string[] }>("/api/two-factor/recovery-codes", { currentPassword }),
    meta: { refreshes: [twoFactorQuery.queryKey] },
  });

/** Prepares the download of all data of the practice; the browser then downloads it on its own. */
export const useExport = () =>
  useMutation({
    mutationFn: (currentPassword: string) => api.post<AccountExport>("/api/account/export", { currentPassword }),
    onSuccess: ({ downloadPath }) => void window.open(downloadPath, "_self"),
  });

/** Deletes the practice with all its data, or a member's account in it. */
export const useDeleteAccount = () =>
  useMutation({ mutationFn: (input: DeleteAccountInput) => api.post<void>("/api/account/delete", input) });
